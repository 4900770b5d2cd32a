/** `transactional send`: sends a transactional email to one recipient. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { emailText } from '../../contacts/identity.ts';
import { onceFlags, sendOnce } from '../../sends/once.ts';
import { byId, getTransactional, sendTransactional } from '../operations.ts';
import { prepare, requestFor } from './prepare.ts';

const input = z.object({
  ...byId,
  to: emailText.describe('email address of the recipient'),
  data: z
    .string()
    .min(1)
    .optional()
    .describe('JSON file with data variables; - for stdin')
    .meta({ placeholder: 'file' }),
  var: z
    .array(z.string())
    .default([])
    .describe('data variable: name=text, or name:=value for a number or a list (repeatable)')
    .meta({ placeholder: 'name=text' }),
  attach: z.array(z.string().min(1)).default([]).describe('file to attach (repeatable)').meta({ placeholder: 'file' }),
  addToAudience: z.boolean().default(false).describe('add the recipient to the audience, which may start workflows'),
  check: z.boolean().default(true).describe('do not read the record of the email to check its variables'),
  ...onceFlags,
});

const Sent = z.object({
  success: z.boolean(),
  transactionalId: z.string(),
  email: z.string(),
  alreadyAccepted: z.boolean().describe('an earlier request with the same idempotency key had been accepted'),
});

export const sendCommand = command({
  notes: [
    'The API returns no message ID, and the state of a sent email cannot be queried. The only trace is the webhook event transactional.email.sent.',
    'A random idempotency key is written to a journal before the request. Retries use the same key, and so does the next run of the same command if the result is unknown: the email is sent once.',
    'The data variables are compared with those in the record of the email, which does not list variables that are used only in conditions. A missing one is refused: pass an empty text for an optional variable (--var name=). Attachments are enabled for each team by Loops support.',
  ].join('\n\n'),
  input,
  positionals: ['transactionalId'],
  output: Sent,
  calls: [sendTransactional, getTransactional],
  examples: [
    {
      does: 'With data variables',
      line: 'transactional send "Magic link" --to ada@example.com --var magicLink=https://acme.test/l --var expiresInMinutes:=30 --yes',
    },
    {
      does: 'With variables from a file and an attachment',
      line: 'transactional send "Invoice paid" --to ada@example.com --data invoice.json --attach invoice.pdf',
    },
    {
      does: 'With a key of your own: at most once in 24 hours',
      line: 'transactional send "Push notifications off" --to ada@example.com --var firstName=Ada --idempotency-key push-42 --if-new --yes',
    },
  ],
  question: async (context, given) => {
    const prepared = await prepare(context, given);
    const request = requestFor({ ...context, warn: () => undefined }, prepared, given.to);
    await context.requireAllowed(sendTransactional, request);
    const audience = given.addToAudience ? ' It adds the recipient to the audience, which may start workflows.' : '';
    return `Send ${JSON.stringify(prepared.name)} to ${given.to}?${audience}`;
  },
  run: async (context, given): Promise<z.infer<typeof Sent>> => {
    const prepared = await prepare(context, given);
    const request = requestFor(context, prepared, given.to);
    const { alreadyAccepted } = await sendOnce(context, sendTransactional, request, given);
    context.note(
      alreadyAccepted
        ? 'The email had already been accepted; it was not sent again.'
        : `${JSON.stringify(prepared.name)} was accepted for ${given.to}.`,
    );
    return { success: true, transactionalId: given.transactionalId, email: given.to, alreadyAccepted };
  },
  view: {
    kind: 'details',
    columns: [
      { heading: 'To', path: 'email' },
      { heading: 'Email', path: 'transactionalId', kind: 'id' },
      { heading: 'Accepted', path: 'alreadyAccepted', show: (value) => (value === true ? 'before' : 'now') },
    ],
  },
});
