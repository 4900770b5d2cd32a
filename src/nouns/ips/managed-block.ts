/** The managed block: the lines between two comments that `ips list --format` prints and `ips sync` rewrites. */
import { usage } from '../../errors.ts';
import type { Address } from './address.ts';
import type { AllowlistFormat } from './formats/format.ts';
import { ALLOWLIST_FORMATS, ALLOWLIST_NAMES, type AllowlistName } from './formats/index.ts';

/** Files are handled as text of one character per byte, which preserves any encoding. */
export const textOfBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
export const bytesOfText = (text: string): Buffer => Buffer.from(text, 'latin1');

export const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

export const END = '# END loopsctl ips';
export const beginOf = (name: string): string => `# BEGIN loopsctl ips: ${name}`;

const HEADER = '# Dedicated sending IPs of this Loops account. `loopsctl ips sync` rewrites these lines.';

/** The lines between the two markers. */
export const blockBody = (
  { render, markers, usage: howToUse }: AllowlistFormat,
  addresses: readonly Address[],
): readonly string[] => [
  ...(markers === 'none' ? [] : [HEADER]),
  ...(howToUse === undefined ? [] : [`# ${howToUse}`]),
  ...render(addresses),
];

/** The lines of a new file, including the markers. */
export function newAllowlist(name: AllowlistName, addresses: readonly Address[]): readonly string[] {
  const format = ALLOWLIST_FORMATS[name];
  const body = blockBody(format, addresses);
  return format.markers === 'none' ? body : [beginOf(name), ...body, END];
}

/** The lines that are printed. Programs that read a bare list may not know comments. */
export const printedAllowlist = (name: AllowlistName, addresses: readonly Address[]): readonly string[] =>
  ALLOWLIST_FORMATS[name].markers === 'in-files'
    ? ALLOWLIST_FORMATS[name].render(addresses)
    : newAllowlist(name, addresses);

export interface Block {
  /** Everything up to the end of the BEGIN line. */
  readonly before: string;
  readonly body: string;
  /** Everything from the END line on. */
  readonly after: string;
  /** The format in the BEGIN line, if there is one. */
  readonly name: string | undefined;
  /** The line number of the first line of the body; the first line of a file is 1. */
  readonly firstLine: number;
  /** White space before the BEGIN marker. */
  readonly indent: string;
  readonly lineEnd: string;
}

/** A marker in the first line may follow a byte order mark. */
const MARKER =
  /(?<![^\n])(?:\u00ef\u00bb\u00bf)?([ \t]*)#[ \t]*(BEGIN|END) loopsctl ips(?::[ \t]*([a-z-]*))?[ \t]*(\r?)(?![^\n])/g;

interface Marker {
  readonly type: string;
  readonly match: RegExpExecArray;
  readonly line: number;
}

function findMarkers(text: string): readonly Marker[] {
  let line = 1;
  let from = 0;
  return [...text.matchAll(MARKER)].map((match) => {
    line += text.slice(from, match.index).split('\n').length - 1;
    from = match.index;
    return { type: match[2] ?? '', match, line };
  });
}

const HINT = 'Fix these comments by hand. Nothing was changed.';

/** The block of a file, if it has one. Throws a `usage` failure that names the line of an unexpected marker. */
export function findBlock(text: string, file: string): Block | undefined {
  const [begin, end, third] = findMarkers(text);
  if (begin === undefined) return undefined;
  if (begin.type === 'END') throw usage(`${file}, line ${begin.line}: END marker without BEGIN marker.`, HINT);
  if (end === undefined) throw usage(`${file}, line ${begin.line}: BEGIN marker without END marker.`, HINT);
  if (end.type === 'BEGIN') throw usage(`${file}, line ${end.line}: BEGIN marker inside a block.`, HINT);
  if (third !== undefined) throw usage(`${file}, line ${third.line}: second loopsctl block.`, HINT);
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

/** The format in the BEGIN line; undefined without one. Throws a `usage` failure for an unknown format. */
export function formatOfBlock({ name, firstLine }: Block, file: string): AllowlistName | undefined {
  if (name === undefined) return undefined;
  const known = ALLOWLIST_NAMES.find((candidate) => candidate === name);
  if (known !== undefined) return known;
  throw usage(
    `${file}, line ${firstLine - 1}: unknown format "${name}" in the BEGIN marker.`,
    `Available formats: ${ALLOWLIST_NAMES.join(', ')}. Nothing was changed.`,
  );
}

/** The file with these lines in the block, each prefixed with `margin`. */
export const replaceBody = ({ before, after, lineEnd }: Block, lines: readonly string[], margin: string): string =>
  `${before}${lines.map((line) => `${margin}${line}${lineEnd}`).join('')}${after}`;
