/** `webhooks verify` and `webhooks sign`: the two sides of a signature, on files. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import type { Paper } from '../../define/view.ts';
import { EXIT_CHECK_FAILED, usage } from '../../errors.ts';
import type { ToolContext } from '../tool-context.ts';
import { readKeys, readSecrets } from './create-secret.ts';
import { parseRecord } from './delivery/record.ts';
import { type CapturedRequest, parseHeaderLines, parseHttpMessage } from './delivery/request.ts';
import { describeSecretProblem, type Secret } from './delivery/secret.ts';
import { HEADER } from './delivery/signature.ts';
import { newMessageId, signedHeaders } from './delivery/signed-request.ts';
import { DEFAULT_TOLERANCE, PROBLEMS, type Problem, type Verification, verify } from './delivery/verification.ts';
import { secretFile } from './flags.ts';

export const tolerance = z
  .number()
  .min(0)
  .default(DEFAULT_TOLERANCE)
  .describe('seconds that the timestamp may differ from now')
  .meta({ placeholder: 's' });

const Verdict = z.object({
  valid: z.boolean(),
  problems: z.array(z.object({ reason: z.enum(PROBLEMS), message: z.string() })),
  id: z.string().nullable(),
  timestamp: z.string().nullable(),
  age: z.number().nullable().describe('seconds'),
  event: z.string().nullable(),
  secret: z.number().nullable().describe('which of the secrets made the signature, from 1'),
  bytes: z.number().describe('length of the body'),
});
type Verdict = z.infer<typeof Verdict>;

/** The request that the person gave: two files, or one thing on standard input. */
async function readRequest(
  { files, runtime }: ToolContext,
  { headers, body }: { headers?: string | undefined; body?: string | undefined },
): Promise<CapturedRequest> {
  if (headers !== undefined && body !== undefined) {
    const [lines, bytes] = [await files.read(headers), await files.read(body)];
    return { headers: parseHeaderLines(lines.toString('latin1'), headers), body: bytes };
  }
  if (headers !== undefined || body !== undefined) {
    throw usage('--headers and --body belong together.', 'Give both, or a whole HTTP message on standard input.');
  }
  if (runtime.stdin.isTerminal) {
    throw usage('There is no request to verify.', 'Give --headers and --body, or an HTTP message on standard input.');
  }
  const bytes = await files.read('-');
  if (bytes[0] !== 0x7b) return parseHttpMessage(bytes, 'The message');
  const { entries, torn } = parseRecord(bytes);
  const [only] = entries;
  if (only === undefined || entries.length + torn.length > 1) {
    throw usage(
      only === undefined
        ? 'This is not a whole line of a record.'
        : `These are ${entries.length + torn.length} lines of a record.`,
      'Give one whole line, such as that of `tail -n 1 events.ndjson`.',
    );
  }
  return only;
}

const UNEXPLAINED: Problem = {
  reason: 'no_match',
  message:
    'The signature does not match, and no usual change of the body explains it: check first that the secret is that of this endpoint, then that the body is the bytes that came and the ID and the timestamp are as sent.',
};

/** What is wrong with the delivery, the secrets being as they are. */
async function problemsOf(
  request: CapturedRequest,
  secrets: readonly Secret[],
  decoded: readonly Secret[],
  { problems, key }: Verification,
): Promise<readonly Problem[]> {
  const matching = key === undefined ? undefined : decoded[key];
  const wrong = (matching === undefined ? secrets : [matching]).flatMap((secret): Problem[] => {
    if (secret.problem === undefined) return [];
    const message = describeSecretProblem(secret.problem, secrets.indexOf(secret) + 1, secrets.length);
    return [
      {
        reason: secret.problem,
        message: matching === undefined ? message : `${message} With it, the signature matches.`,
      },
    ];
  });
  const others = problems.filter(({ reason }) => reason !== 'no_match');
  if (others.length === problems.length) return [...wrong, ...others];
  const { explainMismatch } = await import('./delivery/diagnosis.ts');
  const explained = explainMismatch(request, secrets);
  // Where no secret could be decoded, there was nothing to compare with.
  const unexplained = decoded.length === 0 ? [] : [UNEXPLAINED];
  return [...wrong, ...(explained === undefined ? unexplained : [explained]), ...others];
}

function eventOf(body: Buffer): string | null {
  try {
    const name = valueAt(JSON.parse(body.toString('utf8')), 'eventName');
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
}

function drawVerdict(value: unknown, { style }: Paper): string {
  const verdict = isRecord(value) ? value : {};
  const problems = Array.isArray(verdict['problems']) ? verdict['problems'] : [];
  const facts = [
    ['ID', verdict['id']],
    ['Timestamp', verdict['timestamp']],
    ['Event', verdict['event']],
  ].filter(([, fact]) => fact !== null && fact !== undefined);
  return [
    verdict['valid'] === true ? style.green('Valid.') : style.red('Not valid.'),
    ...problems.map((problem) => `- ${textOf(valueAt(problem, 'message'))}`),
    ...(facts.length === 0 ? [] : ['']),
    ...facts.map(([name, fact]) => `${style.dim(textOf(name).padEnd(9))}  ${textOf(fact)}`),
  ].join('\n');
}

export const verifyCommand = command({
  notes:
    'Takes the headers, one `name: value` a line, and the body as two files, or on standard input one HTTP message or one line of a record. Where the signature does not match, it tries what usually happens to a body on its way. Exit 0 or 9.',
  input: z.object({
    headers: z.string().min(1).optional().describe('file with the headers').meta({ placeholder: 'file' }),
    body: z.string().min(1).optional().describe('file with the body, byte for byte').meta({ placeholder: 'file' }),
    secretFile,
    tolerance,
  }),
  output: Verdict,
  examples: [
    {
      does: 'Two files',
      line: 'webhooks verify --headers headers.txt --body body.json --secret-file webhook-secret.txt',
    },
    {
      does: 'A delivery that was recorded, however old',
      line: 'webhooks verify --secret-file webhook-secret.txt --tolerance 1000000000 < event.ndjson',
    },
  ],
  async run(context: ToolContext, input): Promise<Verdict> {
    const secrets = await readSecrets(context, input.secretFile);
    const request = await readRequest(context, input);
    const decoded = secrets.filter(({ key }) => key !== undefined);
    const keys = decoded.flatMap(({ key }) => key ?? []);
    const verification = verify(request, keys, { now: context.now(), tolerance: input.tolerance });
    const problems = await problemsOf(request, secrets, decoded, verification);
    const { id, timestamp, key } = verification;
    const matching = key === undefined ? undefined : decoded[key];
    return {
      valid: problems.length === 0,
      problems: [...problems],
      id: id ?? null,
      timestamp: timestamp === undefined ? null : isoTime(timestamp),
      age: timestamp === undefined ? null : Math.floor(context.now().getTime() / 1000) - timestamp,
      event: eventOf(request.body),
      secret: matching === undefined ? null : secrets.indexOf(matching) + 1,
      bytes: request.body.length,
    };
  },
  view: { kind: 'drawing', draw: drawVerdict },
  verdict: ({ valid }) => (valid ? 0 : EXIT_CHECK_FAILED),
  report: ({ id, problems }) => [
    {
      name: id ?? 'delivery',
      findings: problems.map(({ reason, message }) => ({ severity: 'error', rule: reason, message })),
    },
  ],
});

export const signCommand = command({
  notes: 'The output is what `webhooks verify --headers` reads, and what `curl -H @file` sends.',
  input: z.object({
    body: z.string().min(1).describe('file with the body, byte for byte').meta({ placeholder: 'file' }),
    id: z
      .string()
      .regex(/^[!-~]+$/, 'it must be visible ASCII without spaces')
      .optional()
      .describe('webhook-id; a new one unless told'),
    secretFile,
  }),
  output: z.object({
    [HEADER.id]: z.string(),
    [HEADER.timestamp]: z.string(),
    [HEADER.signature]: z.string(),
  }),
  examples: [{ does: 'A body of your own', line: 'webhooks sign --body body.json --secret-file webhook-secret.txt' }],
  async run(context: ToolContext, input) {
    const keys = await readKeys(context, input.secretFile);
    const body = await context.files.read(input.body);
    return Object.fromEntries(
      signedHeaders(keys, input.id ?? newMessageId(context.runtime.random), context.now(), body),
    );
  },
  view: {
    kind: 'drawing',
    draw: (headers) =>
      Object.entries(isRecord(headers) ? headers : {})
        .map(([name, value]) => `${name}: ${textOf(value)}`)
        .join('\n'),
  },
});

/** Beyond what a date can be, the number is shown as it is. */
const isoTime = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
};
