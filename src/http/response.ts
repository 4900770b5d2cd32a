/** Reads a response: the value that it carries, or the failure that it means. */
import { isRecord } from '../define/json.ts';
import type { ApiRequest } from '../define/operation.ts';
import { type ErrorCode, Failure, type RequestField } from '../errors.ts';
import type { HttpResponse } from './transport.ts';

/** Error codes by status. Any other status is `unavailable` from 500 on, and `rejected` from 400 on. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
  501: 'rejected',
};

const HINTS: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Check the key with `loopsctl auth status`, or log in again with `loopsctl auth login`.',
  rate_limited: 'Wait a moment and try again.',
  unavailable: 'The API has a problem. Try again in a moment.',
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'The API key is not valid, or this feature is not enabled for the team.',
  not_found: 'Not found.',
  rate_limited: 'Too many requests.',
};

/** Parses the body of a success; null where there is none (204). Throws a `Failure` for anything else. */
export function readResponse(request: ApiRequest, response: HttpResponse): unknown {
  const { status, text, headers } = response;
  const at = { status, request: `${request.method} ${request.path}` };
  if (status === 204) return null;
  if (status >= 200 && status < 300) {
    try {
      return JSON.parse(text);
    } catch {
      // The error of the parser quotes the text, which may contain the key.
      throw new Failure('unexpected_response', `The API response is not JSON (${describeBody(response)}).`, {
        ...at,
        hint: 'Check that the base URL belongs to the Loops API.',
      });
    }
  }
  if (status < 400) {
    throw new Failure(
      'unexpected_response',
      `Unexpected status ${status}${status >= 300 ? redirectTarget(headers['location']) : ''}.`,
      { ...at, hint: 'Redirects are not followed, because they would receive the API key. Check the base URL.' },
    );
  }
  throw refusal(request, response);
}

function refusal(request: ApiRequest, { status, text }: HttpResponse): Failure {
  const code = CODES[status] ?? (status >= 500 ? 'unavailable' : 'rejected');
  const { message, path, details } = readErrorBody(text);
  const words = message ?? MESSAGES[code] ?? `Unexpected status ${status}.`;
  return new Failure(code, path === undefined ? words : `${path}: ${words}`, {
    status,
    request: `${request.method} ${request.path}`,
    hint: HINTS[code],
    details,
    fields: concernedFields(request, code, path, words),
  });
}

/** The fields of the request that a refusal is about, where that is known: all IDs of a path that does not exist. */
function concernedFields(
  request: ApiRequest,
  code: ErrorCode,
  path: string | undefined,
  message: string,
): readonly RequestField[] {
  const { pathFields, body } = request;
  if (code === 'not_found') return pathFields;
  if (code !== 'rejected') return [];
  // The API has no error code for an ID of the wrong form, only these two sentences.
  const named =
    path ?? /^Invalid (\w*id)\.$/i.exec(message)?.[1] ?? /^(\w*id) is not a valid ID\.$/i.exec(message)?.[1];
  if (named === undefined) return [];
  const inBody = Object.entries(body ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  );
  const found = [...pathFields, ...inBody].filter(({ name }) => name.toLowerCase() === named.toLowerCase());
  return found.length > 0 || path !== undefined ? found : pathFields;
}

interface ErrorBody {
  readonly message?: string | undefined;
  readonly path?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** `message`, or the deprecated `error`, which is a string or an object. */
function readErrorBody(text: string): ErrorBody {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return {};
  }
  if (!isRecord(body)) return {};
  const { success: _, message, error, ...others } = body;
  const { message: inner, reason, ...nested } = isRecord(error) ? error : { message: error };
  const all = Object.entries({ ...nested, ...others }).filter(([, value]) => isFlat(value));
  const details = all.length === 0 ? undefined : Object.fromEntries(all);
  const { path } = { ...others, ...nested };
  return {
    message: messageFrom([message, inner, reason].filter(isText)),
    path: isText(path) ? path : Array.isArray(path) && path.length > 0 && isFlat(path) ? path.join('.') : undefined,
    details,
  };
}

const LONGEST_MESSAGE = 2_000;

/** The message, and the reason where it says something else. */
function messageFrom([message, reason = message]: readonly string[]): string | undefined {
  if (message === undefined || reason === undefined) return undefined;
  const both = reason === message ? message : `${message.replace(/[.:\s]*$/, '')}: ${reason}`;
  return both.slice(0, LONGEST_MESSAGE);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

/** Deeper values are not in the API reference, and could be too deep to print. */
const isFlat = (value: unknown): boolean => isScalar(value) || (Array.isArray(value) && value.every(isScalar));

/** Without the path and the query, which may contain a secret. */
const redirectTarget = (location: string | undefined): string =>
  `, a redirect${location !== undefined && URL.canParse(location) ? ` to ${new URL(location).origin}` : ''}`;

function describeBody({ text, headers }: HttpResponse): string {
  if (text === '') return 'empty body';
  const type = headers['content-type'];
  return type === undefined ? 'no content type' : `content type ${type}`;
}
