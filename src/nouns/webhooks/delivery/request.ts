/** A captured request: headers in order, and the exact bytes of the body. */
import { isRecord } from '../../../define/json.ts';
import { usage } from '../../../errors.ts';
import { parseJsonBytes } from '../../../runtime/parse-json.ts';

export type Headers = readonly (readonly [name: string, value: string])[];

export interface CapturedRequest {
  readonly headers: Headers;
  readonly body: Buffer;
}

/** All values of a header, in order. Names are case-insensitive. */
export const valuesOf = (headers: Headers, name: string): readonly string[] =>
  headers.filter(([candidate]) => candidate.toLowerCase() === name).map(([, value]) => value);

/** Servers allow 8 to 64 KiB. */
export const MAX_HEADER_BYTES = 256 * 1024;

const LINE = /^([^\s:]+):(.*)$/;

/** As text of one character per byte. Windows editors write it at the start of files. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;

/** Headers as a JSON object or as `name: value` lines. Throws a `usage` failure. */
export function parseHeaders(bytes: Buffer, source: string): Headers {
  const text = bytes.toString('latin1').replace(BYTE_ORDER_MARK, '');
  return /^\s*\{/.test(text) ? parseHeaderObject(bytes, source) : parseHeaderLines(text, source);
}

/** `{"webhook-id": "msg_1"}`, as frameworks log them. A repeated header has a list of values. */
function parseHeaderObject(bytes: Buffer, source: string): Headers {
  const value = parseJsonBytes(bytes, source);
  return Object.entries(isRecord(value) ? value : {}).flatMap(([name, given]) =>
    (Array.isArray(given) ? given : [given]).map((item: unknown): readonly [string, string] => {
      if (typeof item === 'string' || typeof item === 'number') return [name, String(item)];
      throw usage(`${source}: the header ${JSON.stringify(name)} is not a string or a list of strings.`);
    }),
  );
}

/** Spaces and tabs at both ends; a regular expression takes quadratic time for long runs. */
function trimBlanks(text: string): string {
  const isBlank = (index: number) => text[index] === ' ' || text[index] === '\t';
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/** `name: value` lines, as text of one character per byte. A start line and empty lines are skipped. */
function parseHeaderLines(text: string, source: string): Headers {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line, number: index + 1 }));
  return lines
    .filter(({ line, number }) => line.trim() !== '' && !(number === 1 && isStartLine(line)))
    .map(({ line, number }): readonly [string, string] => {
      const [, name, value = ''] = LINE.exec(line) ?? [];
      if (name === undefined) {
        throw usage(`${source}, line ${number}: not a header.`, 'Write one `name: value` per line, or a JSON object.');
      }
      return [name, trimBlanks(value)];
    });
}

const isStartLine = (line: string): boolean => /^([A-Z]+ \S+ HTTP\/[\d.]+|HTTP\/[\d.]+ \d{3}\b.*)$/.test(line);

/** An HTTP message: headers, an empty line, and the body. Throws a `usage` failure. */
export function parseHttpMessage(bytes: Buffer, source: string): CapturedRequest {
  const end = endOfHeaders(bytes);
  if (end === undefined) {
    throw usage(
      `${source} has no empty line between headers and body.`,
      'Pass an HTTP message, one line of a log file, or --headers and --body.',
    );
  }
  if (end.headers > MAX_HEADER_BYTES) throw usage(`${source} has more than ${MAX_HEADER_BYTES / 1024} KB of headers.`);
  const headers = parseHeaderLines(bytes.toString('latin1', 0, end.headers).replace(BYTE_ORDER_MARK, ''), source);
  if (valuesOf(headers, 'transfer-encoding').some((value) => /\bchunked\b/i.test(value))) {
    throw usage(
      `${source} has a chunked body.`,
      'Capture the body as your app reads it, and pass it with --headers and --body.',
    );
  }
  return { headers, body: bytes.subarray(end.body) };
}

/** The positions of the first empty line and of the body. */
function endOfHeaders(bytes: Buffer): { headers: number; body: number } | undefined {
  for (let from = 0; ; ) {
    const lineFeed = bytes.indexOf(0x0a, from);
    if (lineFeed < 0) return undefined;
    const rest = bytes.subarray(lineFeed + 1, lineFeed + 3);
    if (rest[0] === 0x0a) return { headers: lineFeed + 1, body: lineFeed + 2 };
    if (rest[0] === 0x0d && rest[1] === 0x0a) return { headers: lineFeed + 1, body: lineFeed + 3 };
    from = lineFeed + 1;
  }
}
