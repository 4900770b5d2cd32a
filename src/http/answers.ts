/** What an answer means: the value it carries, or the failure it stands for. */
import { isRecord } from '../define/json.ts';
import type { ApiRequest } from '../define/operation.ts';
import { type ErrorCode, Failure } from '../errors.ts';
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
  rate_limited: 'Wait a moment and try again.',
  unavailable: 'The service has a problem. Try again in a moment.',
};

const SAYINGS: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'The API key is not valid, or this area is not enabled for the team.',
  not_found: 'Not found.',
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
    if (depthOf(answer.text) > DEEPEST) throw unreadable('is nested too deeply');
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
  throw new Failure(code, message, { ...at, hint: HINTS[code] });
}

/** Deeper values than this do not exist in the contract, and would overflow the stack of whoever walks them. */
const DEEPEST = 200;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((c) => c.charCodeAt(0));

/** How deeply a JSON text is nested, without parsing it. */
function depthOf(json: string): number {
  let [depth, deepest] = [0, 0];
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) index = endOfString(json, index + 1);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return deepest;
}

/** Where the quote stands that ends a string; the text's end where there is none. */
function endOfString(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
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
