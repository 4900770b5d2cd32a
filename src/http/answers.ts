/** What an answer means: the value it carries, or the failure it stands for. */
import { isRecord } from '../define/json.ts';
import type { ApiRequest } from '../define/operation.ts';
import { type ErrorCode, Failure } from '../errors.ts';
import { depthOf, MAX_JSON_DEPTH } from '../runtime/parse-json.ts';
import type { Answer } from './transport.ts';

/** Refusals by status. Any other status from 400 on is `rejected`, from 500 on `unavailable`. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
  501: 'rejected',
};

/** Where a redirect leads is said without its query, which may hold a secret; it is never followed. */
const redirectTarget = (location: string | undefined): string =>
  location !== undefined && URL.canParse(location) ? ` to ${new URL(location).origin}` : '';

const HINTS: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Check the key with `loopsctl auth status`, or log in again with `loopsctl auth login`.',
  not_found: 'Check the ID: the list commands print the ones that exist.',
  rate_limited: 'Wait a moment and try again.',
  unavailable: 'The service has a problem. Try again in a moment.',
};

/** What the service says, with status 400, of an ID that none of its IDs looks like. */
const INVALID_ID = /^Invalid \w*id\.$/i;

const SAYINGS: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'The API key is not valid, or this area is not enabled for the team.',
  not_found: 'There is nothing at this address.',
  rate_limited: 'Too many requests.',
};

/**
 * The JSON that an answer carries. Throws a `Failure`: one by its status, or `unexpected_response` when a success
 * cannot be read.
 */
export function readAnswer(request: ApiRequest, answer: Answer): unknown {
  const { status } = answer;
  const at = { status, request: `${request.method} ${request.path}` };
  if (status >= 200 && status < 300) {
    const unreadable = (why: string) =>
      new Failure('unexpected_response', `The answer ${why} (${describeBody(answer)}).`, {
        ...at,
        hint: 'Check that the base URL is that of the service.',
      });
    if (depthOf(answer.text) > MAX_JSON_DEPTH) throw unreadable('is nested too deeply');
    try {
      return JSON.parse(answer.text);
    } catch {
      // What the parser says quotes the text, and the text may hold anything.
      throw unreadable('is not JSON');
    }
  }
  if (status < 400) {
    const where = status >= 300 ? redirectTarget(answer.headers['location']) : '';
    throw new Failure(
      'unexpected_response',
      `The service answered with status ${status}${where === '' ? '' : `, a redirect${where}`}.`,
      {
        ...at,
        hint: 'Redirects are not followed, because the key would go with them. Check the base URL.',
      },
    );
  }
  const code = CODES[status] ?? (status >= 500 ? 'unavailable' : 'rejected');
  const message = messageOf(answer) ?? SAYINGS[code] ?? `The service answered with status ${status}.`;
  throw new Failure(code, message, { ...at, hint: INVALID_ID.test(message) ? HINTS.not_found : HINTS[code] });
}

function describeBody({ text, headers }: Answer): string {
  if (text === '') return 'its body is empty';
  const type = headers['content-type'];
  return type === undefined ? 'it names no content type' : `its content type is ${type}`;
}

/** The service's own words: `message`, or the deprecated `error`, a string or an object. */
function messageOf({ text }: Answer): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(body)) return undefined;
  const { message, error } = body;
  const nested = isRecord(error) ? (error['message'] ?? error['reason']) : error;
  return [message, nested].find((words): words is string => typeof words === 'string' && words.trim() !== '');
}
