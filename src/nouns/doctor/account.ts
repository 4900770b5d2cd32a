/** Checks of the account: key, base URL, proxy, features, rate limits, clock. A few small requests. */
import { type Connection, maskKey } from '../../config/resolve.ts';
import { isRecord } from '../../define/json.ts';
import { type ApiResponse, type InputOf, type Operation, requestOf } from '../../define/operation.ts';
import { asFailure } from '../../errors.ts';
import { formatLimit, RATE_LIMITS } from '../../http/limits.ts';
import { formatNumber } from '../../text/number.ts';
import { formatDuration } from '../../text/time.ts';
import { checkApiKey } from '../api-key.ts';
import type { ToolContext } from '../tool-context.ts';
import { getMetrics, listTransactional } from '../transactional/operations.ts';
import { listWorkflows } from '../workflow/operations.ts';
import { type CheckResult, decide, failed, ok, skipped, unknown } from './check.ts';

/** What `doctor` calls. */
export const ACCOUNT_CALLS: readonly Operation[] = [checkApiKey, listTransactional, listWorkflows, getMetrics];

/** A clock may differ by this many seconds. Signatures of webhooks expire after five minutes. */
const CLOCK_TOLERANCE = 60;

const AREA_CHECKS = ['content-api', 'workflow-api', 'metrics-api'] as const;
const AFTER_KEY = [...AREA_CHECKS, 'rate-limit', 'clock'] as const;

/** A response and when it arrived. */
interface Arrived {
  readonly response: ApiResponse;
  readonly at: Date;
}

const skipAll = (names: readonly string[], reason: string): readonly CheckResult[] =>
  names.map((name) => skipped(name, reason));

/** `keyRequired` is false where the run is about something else: then a missing key is no failure. */
export async function checkAccount(context: ToolContext, keyRequired: boolean): Promise<readonly CheckResult[]> {
  const arrived: Arrived[] = [];
  async function request<O extends Operation>(operation: O, input: InputOf<O>): Promise<unknown> {
    const response = await context.request(operation, requestOf(operation, input as Record<string, unknown>));
    arrived.push({ response, at: context.now() });
    return response.body;
  }
  // First: this request is where a run ends that must not send any.
  const key = await decide('api-key', async () => {
    const team = await request(checkApiKey, {});
    return isRecord(team) && typeof team['teamName'] === 'string'
      ? ok('api-key', `Accepted, for team ${JSON.stringify(team['teamName'])}.`)
      : unknown('api-key', 'The response does not name the team.', 'unexpected_response', 'Check the base URL.');
  });
  let connection: Connection;
  try {
    connection = await context.connection();
  } catch (error) {
    const failure = asFailure(error);
    const found = await decide('connection', () => Promise.reject(failure));
    const missing = failure.code === 'unauthorized' && !keyRequired;
    return [
      missing ? skipped('connection', 'No API key, so the account was not checked.') : found,
      ...skipAll(['proxy', 'api-key', ...AFTER_KEY], 'Not checked without an API key and a base URL.'),
    ];
  }
  return [
    describeConnection(context, connection),
    await checkProxy(context, connection),
    key,
    ...(key.status === 'ok'
      ? [...(await checkAreas(request)), checkRateLimit(arrived), checkClock(arrived)]
      : skipAll(AFTER_KEY, 'Not checked, because the api-key check did not pass.')),
  ];
}

function describeConnection({ target }: ToolContext, connection: Connection): CheckResult {
  const { apiKey, keySource, baseUrl, baseUrlSource } = connection;
  return ok(
    'connection',
    target.sandbox
      ? 'The built-in sandbox (--sandbox).'
      : `Key ${maskKey(apiKey)} from ${keySource}; base URL ${baseUrl} from ${baseUrlSource}.`,
  );
}

const checkProxy = ({ runtime }: ToolContext, { baseUrl }: Connection): Promise<CheckResult> =>
  decide('proxy', async () => {
    const { proxyFor } = await import('../../http/proxy.ts');
    const proxy = proxyFor(new URL(baseUrl), runtime.env);
    return ok('proxy', proxy === undefined ? 'None for this base URL.' : `Requests go through ${proxy.host}.`);
  });

type Request = <O extends Operation>(operation: O, input: InputOf<O>) => Promise<unknown>;

async function checkAreas(request: Request): Promise<readonly CheckResult[]> {
  const [content, workflow, metrics] = AREA_CHECKS;
  let id: unknown;
  const listed = await decide(content, async () => {
    const page = await request(listTransactional, { perPage: 10 });
    const items = isRecord(page) ? page['data'] : undefined;
    if (!Array.isArray(items)) return unknown(content, 'The response is not a list.', 'unexpected_response');
    id = items.map((item) => (isRecord(item) ? item['id'] : undefined)).find((one) => typeof one === 'string');
    return ok(content, 'Enabled.');
  });
  const enabled = (name: string, send: () => Promise<unknown>): Promise<CheckResult> =>
    decide(name, async () => {
      await send();
      return ok(name, 'Enabled.');
    });
  return [
    listed,
    await enabled(workflow, () => request(listWorkflows, { perPage: 10 })),
    // Metrics belong to an email, so that without one there is nothing to ask for.
    typeof id === 'string'
      ? await enabled(metrics, () => request(getMetrics, { transactionalId: String(id) }))
      : skipped(metrics, 'Not checked: no transactional email was found to check it with.'),
  ];
}

function checkRateLimit(arrived: readonly Arrived[]): CheckResult {
  const name = 'rate-limit';
  // The last response counts for each limit, which the headers identify only by its number.
  const left = new Map<number, number>();
  for (const { response } of arrived) {
    const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = response.headers;
    if (limit === undefined || remaining === undefined) continue;
    if (!/^\d+$/.test(limit) || !/^\d+$/.test(remaining)) {
      return unknown(name, 'The rate-limit headers of the response are not numbers.', 'unexpected_response');
    }
    left.set(Number(limit), Number(remaining));
  }
  if (left.size === 0) return skipped(name, 'The responses have no rate-limit headers.');
  const message = [...left].map(([limit, rest]) => `${formatNumber(rest)} left of ${describeLimit(limit)}`).join(', ');
  return [...left.values()].includes(0)
    ? failed(name, `${message}.`, 'Requests have to wait. Check for other programs that use this key.')
    : ok(name, `${message}.`);
}

function describeLimit(requests: number): string {
  const known = Object.values(RATE_LIMITS).find((limit) => limit.requests === requests);
  return known === undefined ? `${formatNumber(requests)} requests` : formatLimit(known);
}

/** The one form of dates that HTTP allows a server to send. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

function checkClock(arrived: readonly Arrived[]): CheckResult {
  const name = 'clock';
  const [latest] = arrived.slice(-1);
  const date = latest?.response.headers['date'];
  if (latest === undefined || date === undefined) return skipped(name, 'The responses have no Date header.');
  const server = HTTP_DATE.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(server)) return unknown(name, 'The Date header of the response is invalid.', 'unexpected_response');
  const ahead = Math.trunc((latest.at.getTime() - server) / 1000);
  const difference = `${formatDuration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the server`;
  // The header is a whole second, and the response took time.
  if (Math.abs(ahead) <= 2) return ok(name, 'Same time as the server.');
  return Math.abs(ahead) <= CLOCK_TOLERANCE
    ? ok(name, `This machine is ${difference}.`)
    : failed(name, `This machine is ${difference}.`, 'Synchronize the clock (NTP). Signed webhooks would be rejected.');
}
