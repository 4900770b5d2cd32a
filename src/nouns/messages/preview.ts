/** `messages preview`: sends a test email. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Column } from '../../define/view.ts';
import { Failure, usage } from '../../errors.ts';
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
    .describe('JSON file with values for the variables; - for stdin')
    .meta({ placeholder: 'file' }),
  example: z
    .string()
    .regex(/^[\w-]+$/, 'a name, without directory and extension')
    .optional()
    .describe('the same as --data examples/<name>.json')
    .meta({ placeholder: 'name' }),
  allExamples: z.boolean().default(false).describe('one test email for each file in examples/'),
  check: z.boolean().default(true).describe('send without comparing the values with the variables of the message'),
});
type Input = z.output<typeof input>;

const Result = z.object({
  id: z.string(),
  example: z.string().optional().describe('with --all-examples: the name of the example'),
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

const DIRECTORY = 'examples';

/** A file with values; without `file`, a test email has none. */
interface Sample {
  readonly example?: string;
  readonly file: string | undefined;
}

/** Rejects with a `usage` failure where several sources are named, and where there are no examples. */
async function samplesOf(context: Context, { data, example, allExamples }: Input): Promise<readonly Sample[]> {
  if ([data !== undefined, example !== undefined, allExamples].filter(Boolean).length > 1) {
    throw usage("--data, --example and --all-examples can't be combined.", 'Pass one of them.');
  }
  if (!allExamples) return [{ file: example === undefined ? data : `${DIRECTORY}/${example}.json` }];
  const entries = await (await context.directory(DIRECTORY)).entries('.');
  const files = entries.filter(({ name, isDirectory }) => !isDirectory && name.endsWith('.json'));
  if (files.length === 0) throw usage('There are no examples.', `Save values as ${DIRECTORY}/<name>.json.`);
  return files
    .map(({ name }) => ({ example: name.slice(0, -'.json'.length), file: `${DIRECTORY}/${name}` }))
    .sort((one, other) => (one.example < other.example ? -1 : 1));
}

interface Filled {
  readonly example?: string;
  readonly values: PreviewValues;
}

/** Rejects with a `usage` failure for values that are missing or that the message does not use. */
async function filledOf(context: Context, typed: Input, message: EmailMessage): Promise<readonly Filled[]> {
  const filled: Filled[] = [];
  for (const { file, ...named } of await samplesOf(context, typed)) {
    try {
      const values = file === undefined ? {} : await readPreviewValues(context, file, message);
      if (typed.check) requireValues(message, values);
      filled.push({ ...named, values });
    } catch (error) {
      if (!typed.allExamples || !(error instanceof Failure) || error.code !== 'usage') throw error;
      throw usage(`${file}: ${error.message} Nothing was sent.`, error.hint);
    }
  }
  return filled;
}

async function question(context: Context, typed: Input): Promise<string> {
  const emails = [...(await addressesOf(context, typed.to))];
  const emailMessageId = await messageIdOf(context, typed);
  await context.requireAllowed(previewMessage, { emailMessageId, emails });
  const message = await context.call(getMessage, { emailMessageId });
  const { length } = await filledOf(context, typed, message);
  const what = length === 1 ? 'a test email' : formatCount(length, 'test email');
  return `Send ${what} of ${JSON.stringify(message.subject)} to ${emails.join(', ')}?`;
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

interface Sending extends Filled, Pick<Result, 'emails'> {
  readonly emailMessageId: string;
  readonly message: EmailMessage;
}

async function send(context: Context, sending: Sending): Promise<Result> {
  const { emailMessageId, message, emails, values, ...named } = sending;
  const { id } = await context.call(previewMessage, { emailMessageId, emails, ...values });
  const sent = { id, ...named, emails, contentRevisionId: message.contentRevisionId };
  try {
    await remember(context, message, emails.length);
  } catch (error) {
    context.warn(`The test email was sent, but not counted: ${error instanceof Error ? error.message : 'unknown'}`);
  }
  return sent;
}

async function preview(context: Context, typed: Input): Promise<Result | readonly Result[]> {
  const emails = [...(await addressesOf(context, typed.to))];
  const emailMessageId = await messageIdOf(context, typed);
  // Before the test email: a revision that was saved afterwards is not the one in it.
  const message = await context.call(getMessage, { emailMessageId });
  const filled = await filledOf(context, typed, message);
  const results: Result[] = [];
  try {
    for (const one of filled) results.push(await send(context, { ...one, emailMessageId, message, emails }));
  } catch (error) {
    if (results.length > 0) context.warn(`Sent before the error: ${results.map(({ example }) => example).join(', ')}.`);
    throw error;
  }
  context.note(`Sent ${formatCount(emails.length * results.length, 'test email')}.`);
  const [first] = results;
  return typed.allExamples || first === undefined ? results : first;
}

const COLUMNS: readonly Column[] = [
  { heading: 'Example', path: 'example', optional: true },
  { heading: 'Sent to', path: 'emails' },
  { heading: 'Email message', path: 'id', kind: 'id' },
  { heading: 'Revision', path: 'contentRevisionId', kind: 'id' },
];

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
  output: z.union([Result, z.array(Result)]),
  question,
  examples: [
    {
      does: 'A test email of a draft',
      line: 'messages preview --transactional "Password reset" --to test@example.com --data reset.json --yes',
    },
    {
      does: 'One test email for each file in examples/',
      line: 'messages preview --transactional "Password reset" --to test@example.com --all-examples --yes',
    },
    {
      does: 'Print the request without sending it',
      line: 'messages preview --campaign "Holiday opening hours" --to test@example.com --dry-run',
    },
  ],
  run: preview,
  view: ({ allExamples }) =>
    allExamples
      ? { kind: 'table', columns: COLUMNS.map((one) => ({ ...one, heading: one.heading.toUpperCase() })), empty: '' }
      : { kind: 'details', columns: COLUMNS },
});
