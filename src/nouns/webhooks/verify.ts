/** `webhooks verify`: checks the signature of a captured delivery and explains failures. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import type { Display } from '../../define/view.ts';
import { EXIT_CHECK_FAILED, usage } from '../../errors.ts';
import type { ToolContext } from '../tool-context.ts';
import { explainMismatch } from './delivery/diagnosis.ts';
import { parseRecord } from './delivery/record.ts';
import { type CapturedRequest, MAX_HEADER_BYTES, parseHeaders, parseHttpMessage } from './delivery/request.ts';
import { describeSecretProblem, type Secret } from './delivery/secret.ts';
import { PROBLEMS, type Problem, type Verification, verify } from './delivery/verification.ts';
import { secretFile, tolerance } from './flags.ts';
import { readSecrets } from './secrets.ts';

const Verdict = z.object({
  valid: z.boolean(),
  problems: z.array(z.object({ reason: z.enum(PROBLEMS), message: z.string() })),
  id: z.string().nullable(),
  timestamp: z.string().nullable(),
  age: z.number().nullable().describe('seconds'),
  event: z.string().nullable(),
  secret: z.number().nullable().describe('the number of the matching secret; the first is 1'),
  bytes: z.number().describe('length of the body'),
});
type Verdict = z.infer<typeof Verdict>;

/** The request in two files, or in one message on stdin. */
async function readRequest(
  { files, runtime }: ToolContext,
  { headers, body }: { headers?: string | undefined; body?: string | undefined },
): Promise<CapturedRequest> {
  if (headers !== undefined && body !== undefined) {
    return {
      headers: parseHeaders(await files.read(headers, MAX_HEADER_BYTES), headers),
      body: await files.read(body),
    };
  }
  if (headers !== undefined || body !== undefined) {
    throw usage('--headers and --body must be used together.', 'Pass both, or an HTTP message on stdin.');
  }
  if (runtime.stdin.isTerminal) {
    throw usage('No request to verify.', 'Pass --headers and --body, or an HTTP message on stdin.');
  }
  const bytes = await files.read('-');
  const isRecorded = bytes[0] === '{'.charCodeAt(0);
  return isRecorded ? onlyEntry(bytes) : parseHttpMessage(bytes, 'The message');
}

function onlyEntry(bytes: Buffer): CapturedRequest {
  const { entries, torn } = parseRecord(bytes);
  const [only] = entries;
  const lines = entries.length + torn.length;
  if (only !== undefined && lines === 1) return only;
  throw usage(
    only === undefined
      ? 'This is not a complete line of a log file.'
      : `Expected one line of a log file, not ${lines}.`,
    'Pass one complete line, for example with `tail -n 1 events.ndjson`.',
  );
}

const UNEXPLAINED: Problem = {
  reason: 'no_match',
  message:
    'The signature does not match, and no common body change explains it. Check that the secret belongs to this endpoint and that body, ID and timestamp are exactly as received.',
};

function problemsOf(
  request: CapturedRequest,
  secrets: readonly Secret[],
  decoded: readonly Secret[],
  { problems, key }: Verification,
): readonly Problem[] {
  const matching = key === undefined ? undefined : decoded[key];
  const malformed = (matching === undefined ? secrets : [matching]).flatMap((secret): Problem[] => {
    if (secret.problem === undefined) return [];
    const message = describeSecretProblem(secret.problem, secrets.indexOf(secret) + 1, secrets.length);
    const suffix = matching === undefined ? '' : ' Otherwise it is the right secret: the signature matches.';
    return [{ reason: secret.problem, message: `${message}${suffix}` }];
  });
  const others = problems.filter(({ reason }) => reason !== 'no_match');
  if (others.length === problems.length) return [...malformed, ...others];
  const explained = explainMismatch(request, secrets);
  // Without a decoded secret, nothing was compared.
  const unexplained = decoded.length === 0 ? [] : [UNEXPLAINED];
  return [...malformed, ...(explained === undefined ? unexplained : [explained]), ...others];
}

function eventOf(body: Buffer): string | null {
  try {
    const name = valueAt(JSON.parse(body.toString('utf8')), 'eventName');
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
}

/** A number that is too large for a date is shown unchanged. */
const isoTime = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
};

function drawVerdict(value: unknown, { style }: Display): string {
  const verdict = isRecord(value) ? value : {};
  const problems = Array.isArray(verdict['problems']) ? verdict['problems'] : [];
  const facts = [
    ['ID', verdict['id']],
    ['Timestamp', verdict['timestamp']],
    ['Event', verdict['event']],
  ].filter(([, fact]) => fact !== null && fact !== undefined);
  return [
    verdict['valid'] === true ? style.green('Valid.') : style.red('Invalid.'),
    ...problems.map((problem) => `- ${textOf(valueAt(problem, 'message'))}`),
    ...(facts.length === 0 ? [] : ['']),
    ...facts.map(([name, fact]) => `${style.dim(textOf(name).padEnd(9))}  ${textOf(fact)}`),
  ].join('\n');
}

export const verifyCommand = command({
  notes:
    'Reads two files, or on stdin an HTTP message or one line of a log file of `webhooks listen --record`. If the signature does not match, common body changes are tried to find the cause. Exits 0 if the delivery is valid, 9 if not.',
  input: z.object({
    headers: z
      .string()
      .min(1)
      .optional()
      .describe('file with the headers: `name: value` lines or a JSON object')
      .meta({ placeholder: 'file' }),
    body: z.string().min(1).optional().describe('file with the exact bytes of the body').meta({ placeholder: 'file' }),
    secretFile,
    tolerance,
  }),
  output: Verdict,
  examples: [
    {
      does: 'Verify headers and body from files',
      line: 'webhooks verify --headers headers.txt --body body.json --secret-file secret.txt',
    },
    {
      does: 'Verify a recorded delivery of any age',
      line: 'webhooks verify --secret-file secret.txt --tolerance 1000000000 < event.ndjson',
    },
  ],
  async run(context: ToolContext, input): Promise<Verdict> {
    const secrets = await readSecrets(context, input.secretFile);
    const request = await readRequest(context, input);
    const decoded = secrets.filter(({ key }) => key !== undefined);
    const keys = decoded.flatMap(({ key }) => key ?? []);
    const verification = verify(request, keys, { now: context.now(), tolerance: input.tolerance });
    const problems = problemsOf(request, secrets, decoded, verification);
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
