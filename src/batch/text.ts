/** The text of a file in parts: UTF-8 or UTF-16 by its byte order mark, and its lines with their numbers. */
import { TextDecoder } from 'node:util';
import { type Failure, usage } from '../errors.ts';

/** The longest row. A quote that is not closed would otherwise read the rest of the file as one row. */
export const MAX_ROW_LENGTH = 1024 * 1024;

/** Text without its byte order mark. Throws a `usage` failure for anything that is not text in these encodings. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let start: Uint8Array = new Uint8Array();
  let lines = 1;
  const decode = (bytes: Uint8Array | undefined): string => {
    try {
      return (decoder as TextDecoder).decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw usage(`${name} is not UTF-8 (near line ${lines}).`, 'Save it as "CSV UTF-8", or convert it with `iconv`.');
    }
  };
  for await (const chunk of chunks) {
    // A pipe may give single bytes.
    const bytes = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
    if (decoder === undefined && bytes.length < 2) {
      start = bytes;
      continue;
    }
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    start = new Uint8Array();
    const text = decode(bytes);
    if (text !== '') yield text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  }
  decoder ??= new TextDecoder('utf-8', { fatal: true });
  const rest = decode(start) + decode(undefined);
  if (rest !== '') yield rest;
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Text as `chunks` gives it, after enough of its start to be judged. */
export interface Peeked {
  readonly start: string;
  readonly all: AsyncIterable<string>;
}

export async function peek(chunks: AsyncIterable<string>, isEnough: (start: string) => boolean): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start = '';
  while (!isEnough(start) && start.length < MAX_ROW_LENGTH) {
    const { done, value } = await iterator.next();
    if (done) break;
    start += value;
  }
  async function* all() {
    try {
      yield start;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  }
  return { start, all: all() };
}

export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Lines without their ends. Throws a `usage` failure for one that is too long. */
export async function* linesOf(chunks: AsyncIterable<string>, name: string): AsyncGenerator<Line> {
  let number = 1;
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield { number: number++, text: line.endsWith('\r') ? line.slice(0, -1) : line };
    if (rest.length > MAX_ROW_LENGTH) throw tooLong(name, number);
  }
  if (rest !== '') yield { number, text: rest };
}

export const tooLong = (name: string, line: number, hint?: string): Failure =>
  usage(`Line ${line} of ${name} is longer than 1 MB.`, hint);
