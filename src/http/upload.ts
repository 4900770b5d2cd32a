/** Stores bytes at a presigned URL: another host, which must never see the API key. This file has no access to the key. */
import { Failure, interrupted } from '../errors.ts';
import { deadlineAfter } from '../runtime/deadline.ts';
import { isLoopback } from '../runtime/loopback.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { connectionFailure, ExchangeFailure } from './connection-failure.ts';
import { routeTo } from './proxy.ts';

export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export interface StoreOptions {
  /** Of the API. A public API must not send files to this machine. */
  readonly baseUrl: string;
  /** For the whole response, in milliseconds. */
  readonly timeout: number;
  readonly retries: number;
  readonly userAgent: string;
  readonly trace: (line: string) => void;
}

type StoreRuntime = Pick<Runtime, 'signal' | 'catchSignals' | 'lookup' | 'env' | 'sleep' | 'prepareRequests'>;

/** The signature in the query is a credential, so no message has it. */
const shown = (url: URL): string => `PUT ${url.origin}${url.pathname}`;

const FIRST_PAUSE_MS = 500;
const MAX_ERROR_BYTES = 64 * 1024;

/** Storing the same bytes again changes nothing, so it is repeated. Rejects with a `Failure`. */
export async function storeFile(
  address: string,
  file: StoredFile,
  options: StoreOptions,
  runtime: StoreRuntime,
): Promise<void> {
  const url = checkedUrl(address, options.baseUrl);
  await runtime.prepareRequests?.();
  for (let attempt = 0; ; attempt++) {
    try {
      return await put(url, file, options, runtime);
    } catch (error) {
      const mayRepeat = error instanceof Failure && error.code === 'unavailable' && attempt < options.retries;
      if (!mayRepeat) throw error;
      options.trace(`~ retry ${attempt + 1} of ${options.retries}: ${error.message}`);
      await runtime.sleep(FIRST_PAUSE_MS * 2 ** attempt, runtime.signal);
    }
  }
}

function checkedUrl(address: string, baseUrl: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const refuse = (reason: string) =>
    new Failure('unexpected_response', `The API returned an upload URL that ${reason}.`, {
      hint: 'Nothing was uploaded. Check that the base URL belongs to the Loops API.',
    });
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw refuse('is not an HTTP URL');
  if (url.username !== '' || url.password !== '') throw refuse('has a user name or password');
  const local = isLoopback(url);
  if (url.protocol === 'http:' && !local) throw refuse('does not use HTTPS');
  if (local && !isLoopback(new URL(baseUrl))) throw refuse('points to this machine');
  return url;
}

async function put(url: URL, file: StoredFile, options: StoreOptions, runtime: StoreRuntime): Promise<void> {
  const at = shown(url);
  const { dispatcher, proxy } = routeTo(url, runtime.env, {
    connect: { timeout: options.timeout, ...(runtime.lookup === undefined ? {} : { lookup: runtime.lookup }) },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const deadline = deadlineAfter(options.timeout, runtime.signal);
  const release = runtime.catchSignals();
  options.trace(`> ${at} ${file.bytes.length} bytes (content-type: ${file.contentType})`);
  try {
    const { statusCode, body } = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'PUT',
      // undici derives the length from the bytes.
      headers: { 'content-type': file.contentType, 'user-agent': options.userAgent },
      body: file.bytes,
      signal: deadline.signal,
    });
    const text = await readText(body);
    options.trace(`< ${statusCode}`);
    if (statusCode < 200 || statusCode >= 300) throw refusal(statusCode, text, at);
  } catch (error) {
    if (runtime.signal.aborted) throw interrupted();
    if (error instanceof Failure) throw error;
    if (!deadline.signal.aborted) throw connectionFailure(error, { request: at, host: url.host, proxy });
    throw new ExchangeFailure(`The upload timed out after ${options.timeout / 1000} s.`, {
      hint: 'Try again, or allow more time with --timeout <seconds>.',
      request: at,
      cause: error,
      maybeSent: true,
      timedOut: true,
    });
  } finally {
    deadline.release();
    release();
    await dispatcher.destroy();
  }
}

/** The beginning of a body; the rest is read and forgotten. */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of body) if (text.length < MAX_ERROR_BYTES) text += chunk.toString('latin1');
  return text;
}

/** Stores answer errors in XML of their own. Only the code is shown: the rest repeats the signed request. */
function refusal(status: number, text: string, request: string): Failure {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  const reason = code === undefined ? `status ${status}` : `status ${status}, ${code}`;
  if (status < 400) {
    return new Failure('unexpected_response', `The image store answered with ${reason}.`, {
      status,
      request,
      hint: 'Redirects are not followed.',
    });
  }
  return new Failure(status >= 500 ? 'unavailable' : 'rejected', `The image store rejected the upload (${reason}).`, {
    status,
    request,
    hint: 'Run the command again: it starts over for this image.',
  });
}
