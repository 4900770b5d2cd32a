/** `messages preview`: sends a test email. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { formatCount } from '../../text/number.ts';
import { checkApiKey } from '../api-key.ts';
import { type EmailMessage, getMessage, previewMessage } from './operations.ts';
import { type PreviewValues, readPreviewValues, requireValues } from './preview-data.ts';
import { openPreviewLog } from './preview-log.ts';
import { messageIdOf, publishedInput, TARGET_CALLS, targetInput } from './target.ts';

const DAILY_LIMIT = 100;
const WARN_FROM = 80;

const ME = 'me';

const input = z.object({
  ...targetInput,
  ...publishedInput,
  to: z
    .array(z.string().min(1))
    .min(1)
    .describe(`address for the test email; "${ME}" is the email address in your git configuration (repeatable)`)
    .meta({ placeholder: 'address' }),
  data: z
    .string()
    .optional()
    .describe('JSON file with values for the variables; - for standard input')
    .meta({ placeholder: 'file' }),
  example: z
    .string()
    .regex(/^[\w-]+$/, 'a name, without directory and extension')
    .optional()
    .describe('the same as --data examples/<name>.json')
    .meta({ placeholder: 'name' }),
  check: z.boolean().default(true).describe('send without comparing the values with the variables of the message'),
});
type Input = z.output<typeof input>;

const Result = z.object({
  id: z.string(),
  emails: z.array(z.string()),
  contentRevisionId: z.string().nullish().describe('the revision that was sent'),
});
type Result = z.infer<typeof Result>;

async function addressesOf(context: Context, to: readonly string[]): Promise<readonly string[]> {
  const addresses = await Promise.all(
    to.map(async (address) => {
      if (address !== ME) return address;
      const own = await context.gitEmail();
      if (own === undefined) throw usage('git has no email address for "me".', 'Pass an address with --to.');
      return own;
    }),
  );
  return [...new Set(addresses)];
}

const fileOf = ({ data, example }: Input): string | undefined => {
  if (data !== undefined && example !== undefined) throw usage("--data can't be combined with --example.");
  return example === undefined ? data : `examples/${example}.json`;
};

/** Rejects with a `usage` failure for values that are missing or that the message does not use. */
async function valuesOf(context: Context, typed: Input, message: EmailMessage): Promise<PreviewValues> {
  const file = fileOf(typed);
  if (file === undefined && !typed.check) return {};
  const values = file === undefined ? {} : await readPreviewValues(context, file, message);
  if (typed.check) requireValues(message, values);
  return values;
}

async function question(context: Context, typed: Input): Promise<string> {
  const emails = [...(await addressesOf(context, typed.to))];
  const emailMessageId = await messageIdOf(context, typed);
  await context.requireAllowed(previewMessage, { emailMessageId, emails });
  const message = await context.call(getMessage, { emailMessageId });
  await valuesOf(context, typed, message);
  return `Send a test email of ${JSON.stringify(message.subject)} to ${emails.join(', ')}?`;
}

/** Afterwards, because a file that cannot be written must not prevent a test email. */
async function remember(context: Context, message: EmailMessage, emails: number): Promise<void> {
  const { id: emailMessageId, contentRevisionId } = message;
  const log = await openPreviewLog(context);
  await log.add({ time: context.now().toISOString(), emailMessageId, contentRevisionId, emails });
  const recent = log.recent(context.now());
  if (recent >= WARN_FROM) {
    context.warn(
      `This machine has sent ${recent} test emails in 24 hours; the API allows ${DAILY_LIMIT} for the whole team.`,
    );
  }
}

async function preview(context: Context, typed: Input): Promise<Result> {
  const emails = [...(await addressesOf(context, typed.to))];
  const emailMessageId = await messageIdOf(context, typed);
  // Before the test email: a revision that was saved afterwards is not the one in it.
  const message = await context.call(getMessage, { emailMessageId });
  const values = await valuesOf(context, typed, message);
  const { id } = await context.call(previewMessage, { emailMessageId, emails, ...values });
  context.note(`Sent ${formatCount(emails.length, 'test email')}.`);
  const sent = { id, emails, contentRevisionId: message.contentRevisionId };
  try {
    await remember(context, message, emails.length);
  } catch (error) {
    context.warn(`The test email was sent, but not counted: ${error instanceof Error ? error.message : 'unknown'}`);
  }
  return sent;
}

export const previewCommand = command({
  notes: [
    'Sends real email. It creates no contact and does not count as a send. Sections with a condition are hidden in it, whatever the values are.',
    'A variable that is always shown needs a value or a fallback, and a value needs a variable: otherwise nothing is sent. --no-check skips this.',
    'Values: {"contact": {…}} for campaigns, {"contact": {…}, "event": {…}} for workflows, {"data": {…}} for transactional emails.',
    'The API allows 100 test emails in 24 hours for the whole team (exit 6 beyond that). This machine counts its own, and warns from 80 on.',
  ].join('\n\n'),
  input,
  positionals: ['emailMessageId'],
  calls: [previewMessage, getMessage, checkApiKey, ...TARGET_CALLS],
  output: Result,
  question,
  examples: [
    {
      does: 'A test email of a draft',
      line: 'messages preview --transactional "Password reset" --to test@example.com --data reset.json --yes',
    },
    {
      does: 'Print the request without sending it',
      line: 'messages preview --campaign "Holiday opening hours" --to test@example.com --dry-run',
    },
  ],
  run: preview,
  view: {
    kind: 'details',
    columns: [
      { heading: 'Sent to', path: 'emails' },
      { heading: 'Email message', path: 'id', kind: 'id' },
      { heading: 'Revision', path: 'contentRevisionId', kind: 'id' },
    ],
  },
});
