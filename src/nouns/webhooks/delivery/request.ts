/** A delivery as it arrived: its headers in order, and its body byte for byte. */
import { usage } from '../../../errors.ts';

export type Headers = readonly (readonly [name: string, value: string])[];

export interface CapturedRequest {
  readonly headers: Headers;
  readonly body: Buffer;
}

/** All values of a header, in order; names are compared without case. */
export const valuesOf = (headers: Headers, name: string): readonly string[] =>
  headers.filter(([candidate]) => candidate.toLowerCase() === name).map(([, value]) => value);

const LINE = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/;

/** As text of one character a byte. Editors and shells of Windows put it at the beginning of a file. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;

/**
 * `name: value` lines, as text of one character a byte; a request or status line at the top and empty lines are passed
 * over. Throws a `usage` failure.
 */
export function parseHeaderLines(text: string, source: string): Headers {
  const lines = text
    .replace(BYTE_ORDER_MARK, '')
    .split(/\r?\n/)
    .map((line, index) => ({ line, number: index + 1 }));
  const headers = lines
    .filter(({ line, number }) => line.trim() !== '' && !(number === 1 && isStartLine(line)))
    .map(({ line, number }): readonly [string, string] => {
      const [, name, value = ''] = LINE.exec(line) ?? [];
      if (name === undefined) {
        throw usage(`Line ${number} of ${source} is not a header.`, 'Write one header a line, as `name: value`.');
      }
      return [name, value];
    });
  return headers;
}

const isStartLine = (line: string): boolean => /^([A-Z]+ \S+ HTTP\/[\d.]+|HTTP\/[\d.]+ \d{3}\b.*)$/.test(line);

/** A whole HTTP message: headers, an empty line, and from there on the body as it is. Throws a `usage` failure. */
export function parseHttpMessage(bytes: Buffer, source: string): CapturedRequest {
  const end = endOfHeaders(bytes);
  if (end === undefined) {
    throw usage(
      `${source} has no empty line between headers and body.`,
      'Give an HTTP message or one line of a record, or give --headers and --body.',
    );
  }
  const headers = parseHeaderLines(bytes.subarray(0, end.headers).toString('latin1'), source);
  if (valuesOf(headers, 'transfer-encoding').some((value) => /\bchunked\b/i.test(value))) {
    throw usage(
      `${source} has its body in chunks, as it travelled.`,
      'Capture the body as your program read it, and give it with --headers and --body.',
    );
  }
  return { headers, body: bytes.subarray(end.body) };
}

/** Where the headers end and the body begins: at the first empty line. */
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
