/** Finds our marked lines in a file, and gives the file with others in their place. Every byte around them stays. */
import { usage } from '../../errors.ts';

/** A file of bytes as text of one character a byte, so that nothing is lost whatever its encoding. */
export const textOfBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
export const bytesOfText = (text: string): Buffer => Buffer.from(text, 'latin1');

export const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

export interface Block {
  /** Up to the end of the line that begins the block. */
  readonly before: string;
  readonly body: string;
  /** From the line that ends the block on. */
  readonly after: string;
  /** The format that the first line names, if it names one. */
  readonly name: string | undefined;
  /** The number of the first line of the body; the first line of a file is 1. */
  readonly firstLine: number;
  /** Spaces before the first mark. */
  readonly indent: string;
  readonly lineEnd: string;
}

/** A byte order mark may stand before a mark in the first line. */
const MARK =
  /(?<![^\n])(?:\u00ef\u00bb\u00bf)?([ \t]*)#[ \t]*(BEGIN|END) loopsctl ips(?::[ \t]*([a-z-]*))?[ \t]*(\r?)(?![^\n])/g;

interface Mark {
  readonly kind: string;
  readonly match: RegExpExecArray;
  readonly line: number;
}

function marksOf(text: string): readonly Mark[] {
  let line = 1;
  let at = 0;
  return [...text.matchAll(MARK)].map((match) => {
    line += text.slice(at, match.index).split('\n').length - 1;
    at = match.index;
    return { kind: match[2] ?? '', match, line };
  });
}

const HOW = 'Repair these comments by hand; nothing was changed.';

/** The block of a file, if it has one. Throws a `usage` failure that names the line where the marks do not make one block. */
export function findBlock(text: string, file: string): Block | undefined {
  const [begin, end, third] = marksOf(text);
  if (begin === undefined) return undefined;
  if (begin.kind === 'END')
    throw usage(`${file}, line ${begin.line}: a block of loopsctl ends that has not begun.`, HOW);
  if (end === undefined) throw usage(`${file}, line ${begin.line}: a block of loopsctl begins and never ends.`, HOW);
  if (end.kind === 'BEGIN') throw usage(`${file}, line ${end.line}: a block of loopsctl begins inside another.`, HOW);
  if (third !== undefined) throw usage(`${file}, line ${third.line}: there is a second block of loopsctl.`, HOW);
  const start = begin.match.index + begin.match[0].length + 1;
  return {
    before: text.slice(0, start),
    body: text.slice(start, end.match.index),
    after: text.slice(end.match.index),
    name: begin.match[3] || undefined,
    firstLine: begin.line + 1,
    indent: begin.match[1] ?? '',
    lineEnd: `${begin.match[4]}\n`,
  };
}

/** The file with these lines in the block, each with the text `margin` before it. */
export const withBody = ({ before, after, lineEnd }: Block, lines: readonly string[], margin: string): string =>
  `${before}${lines.map((line) => `${margin}${line}${lineEnd}`).join('')}${after}`;
