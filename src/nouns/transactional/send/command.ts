/** `transactional send`: sends a transactional email to one recipient, or to each row of a file. */
import * as z from 'zod';
import { drawBatch } from '../../../batch/summary.ts';
import { BatchResult, batchVerdict } from '../../../batch/tally.ts';
import { type Context, command } from '../../../define/command.ts';
import type { View } from '../../../define/view.ts';
import { usage } from '../../../errors.ts';
import { checkApiKey } from '../../api-key.ts';
import { emailText } from '../../contacts/identity.ts';
import { getMessage } from '../../messages/operations.ts';
import { onceFlags, sendOnce } from '../../sends/once.ts';
import { byId, getTransactional, sendTransactional } from '../operations.ts';
import { type BatchInput, questionForRows, sendRows } from './batch.ts';
import { prepare, requestFor, requireOnlyOne } from './prepare.ts';

const input = z.object({
  ...byId,
  to: emailText.optional().describe('email address of the recipient'),
  from: z
    .string()
    .min(1)
    .optional()
    .describe('CSV or NDJSON file of recipients; - for stdin')
    .meta({ placeholder: 'file' }),
  data: z
    .string()
    .min(1)
    .optional()
    .describe('JSON file with data variables; - for stdin')
    .meta({ placeholder: 'file' }),
  var: z
    .array(z.string())
    .default([])
    .describe('data variable: name=text or name:=json (repeatable)')
    .meta({ placeholder: 'name=text' }),
  attach: z.array(z.string().min(1)).default([]).describe('file to attach (repeatable)').meta({ placeholder: 'file' }),
  addToAudience: z.boolean().default(false).describe('also add the recipient to the audience'),
  check: z.boolean().default(true).describe('send without checking the email and its variables'),
  ...onceFlags,
  rate: z.number().gt(0).max(10).default(10).describe('with --from: emails per second'),
  resume: z.boolean().default(false).describe('with --from: continue a run that did not finish'),
  report: z
    .string()
    .min(1)
    .optional()
    .describe('with --from: NDJSON file for the result of each row')
    .meta({ placeholder: 'file' }),
});
type Input = z.output<typeof input>;

const Sent = z.object({
  success: z.boolean(),
  transactionalId: z.string(),
  email: z.string(),
  alreadyAccepted: z.boolean().describe('an earlier request with the same idempotency key had been accepted'),
});

/** Throws a `usage` failure unless there is either one recipient or a file. */
function isForRows(given: Input): given is Input & BatchInput {
  requireOnlyOne(given.to, given.from);
  if (given.from === undefined) {
    if (given.resume || given.report !== undefined) throw usage('--resume and --report require --from.');
    return false;
  }
  if (given.idempotencyKey !== undefined) {
    throw usage("--idempotency-key can't be combined with --from.", 'Each row has a key of its own.');
  }
  return true;
}

/** After `isForRows` was false. */
const recipientOf = ({ to = '' }: Input): string => to;

const audienceNote = ({ addToAudience }: Input): string =>
  addToAudience ? ' It adds the recipient to the audience, which may start workflows.' : '';

async function sendOne(context: Context, given: Input): Promise<z.infer<typeof Sent>> {
  const to = recipientOf(given);
  const prepared = await prepare(context, given);
  const request = requestFor(context, prepared, to);
  const { alreadyAccepted } = await sendOnce(context, sendTransactional, request, given);
  context.note(
    alreadyAccepted
      ? 'The email had already been accepted; it was not sent again.'
      : `${JSON.stringify(prepared.name)} was accepted for ${to}.`,
  );
  return { success: true, transactionalId: given.transactionalId, email: to, alreadyAccepted };
}

const oneView: View = {
  kind: 'details',
  columns: [
    { heading: 'To', path: 'email' },
    { heading: 'Email', path: 'transactionalId', kind: 'id' },
    { heading: 'Accepted', path: 'alreadyAccepted', show: (value) => (value === true ? 'before' : 'now') },
  ],
};

const rowsView: View = { kind: 'drawing', draw: drawBatch };

export const sendCommand = command({
  notes: [
    'The API returns no message ID, only the webhook event transactional.email.sent. --add-to-audience may start workflows.',
    'An idempotency key, random by default, is written to a journal before the request. Retries and later runs of the same command use it again while the result is unknown, so the email is sent once. After 24 hours, when the API forgets the key, that needs --send-again.',
    'With --from, every column but email is a data variable. All rows are checked first. A journal next to the file makes a run resumable: no row is sent twice.',
    "Data variables are compared with the published content: a missing or unknown one is rejected. If the content can't be read, they are compared with the record of the email, and an unknown one is a warning (an error with --strict). For an optional one, pass an empty value (--var name=).",
  ].join('\n\n'),
  input,
  positionals: ['transactionalId'],
  output: z.union([Sent, BatchResult]),
  calls: [sendTransactional, getTransactional, getMessage, checkApiKey],
  examples: [
    {
      does: 'With data variables',
      line: 'transactional send "Magic link" --to ada@example.com --var magicLink=https://acme.test/l --var expiresInMinutes:=30 --yes',
    },
    {
      does: 'To each row of a file',
      line: 'transactional send "Push notifications off" --from people.csv --rate 5 --yes',
    },
    {
      does: 'With an attachment, and a key of your own',
      line: 'transactional send "Push notifications off" --to ada@example.com --var firstName=Ada --attach terms.pdf --idempotency-key push-42 --if-new --yes',
    },
  ],
  question: async (context, given) => {
    if (isForRows(given)) return questionForRows(context, given);
    const prepared = await prepare(context, given);
    const request = requestFor({ ...context, warn: () => undefined }, prepared, recipientOf(given));
    await context.requireAllowed(sendTransactional, request);
    return `Send ${JSON.stringify(prepared.name)} to ${recipientOf(given)}?${audienceNote(given)}`;
  },
  run: (context, given): Promise<z.infer<typeof Sent> | BatchResult> =>
    isForRows(given) ? sendRows(context, given) : sendOne(context, given),
  view: ({ from }) => (from === undefined ? oneView : rowsView),
  verdict: (value) => ('rows' in value ? batchVerdict(value) : 0),
});
