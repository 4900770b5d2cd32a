/** What an answer means: the value it carries, or the failure it stands for. */
import type * as z from 'zod';
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

const HINTS: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Check the key with `loopsctl auth status`, or log in again with `loopsctl auth login`.',
  not_found: 'Check the ID: the list commands print the ones that exist.',
  rate_limited: 'Wait a moment and try again.',
  unavailable: 'The service has a problem. Try again in a moment.',
};

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
    try {
      return JSON.parse(answer.text);
    } catch (cause) {
      throw new Failure('unexpected_response', `The answer is not JSON (${describeBody(answer)}).`, {
        ...at,
        hint: 'Check that the base URL is that of the service.',
        cause,
      });
    }
  }
  if (status < 400) {
    throw new Failure('unexpected_response', `The service answered with status ${status}.`, {
      ...at,
      hint: 'Check that the base URL is that of the service.',
    });
  }
  const code = CODES[status] ?? (status >= 500 ? 'unavailable' : 'rejected');
  const message = messageOf(answer) ?? SAYINGS[code] ?? `The service answered with status ${status}.`;
  throw new Failure(code, message, { ...at, hint: HINTS[code] });
}

const describeBody = ({ text, contentType }: Answer): string =>
  text === ''
    ? 'its body is empty'
    : contentType === ''
      ? 'it names no content type'
      : `its content type is ${contentType}`;

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

/** Where an answer differs from the contract, as `styles.bodyColor: expected string`; empty when it does not. */
export const differences = (schema: z.ZodType, value: unknown): readonly Difference[] =>
  (schema.safeParse(value).error?.issues ?? []).map((issue) => ({
    path: issue.path.map(String),
    message: issue.message,
  }));

export interface Difference {
  readonly path: readonly string[];
  readonly message: string;
}
