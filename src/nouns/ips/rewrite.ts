/** What `ips sync` writes: the file with the current addresses in its managed block, and every other byte unchanged. */
import { usage } from '../../errors.ts';
import { diffLines } from '../../text/diff.ts';
import type { Address } from './address.ts';
import { ALLOWLIST_FORMATS, ALLOWLIST_NAMES, type AllowlistName } from './formats/index.ts';
import {
  BYTE_ORDER_MARK,
  beginOf,
  blockBody,
  END,
  findBlock,
  formatOfBlock,
  newAllowlist,
  replaceBody,
} from './managed-block.ts';

export interface Target {
  /** The file name as the user typed it. */
  readonly file: string;
  readonly name: AllowlistName;
}

/** The current content as text of one character per byte; undefined for a missing file. */
type Content = string | undefined;

const isEmpty = (text: Content): boolean => text === undefined || text.trim() === '';

/** The format of a file. Only a managed block, or a file without comments that `ips sync` wrote, makes `--format` optional. */
export function formatOfFile(text: Content, file: string, requested: AllowlistName | undefined): AllowlistName {
  if (requested !== undefined) return requested;
  const block = findBlock(text ?? '', file);
  const found =
    block === undefined
      ? ALLOWLIST_NAMES.find(
          (name) => !isEmpty(text) && ALLOWLIST_FORMATS[name].markers === 'none' && isOurs(text, name),
        )
      : formatOfBlock(block, file);
  if (found !== undefined) return found;
  throw usage(
    block === undefined
      ? `Missing required flag --format: ${file} has no loopsctl block yet.`
      : `Missing required flag --format: the BEGIN marker in ${file} has no format.`,
    `Available formats: ${ALLOWLIST_NAMES.join(', ')}.`,
  );
}

/** The new content. Throws a `usage` failure if the place for the block is unclear. */
export function rewriteFile(text: Content, target: Target, addresses: readonly Address[]): string {
  const { file, name } = target;
  const format = ALLOWLIST_FORMATS[name];
  if (format.markers === 'none') {
    if (!isEmpty(text) && !isOurs(text, name)) {
      throw usage(`${file} has other content.`, `Use a separate file for ${name}. Nothing was changed.`);
    }
    return `${newAllowlist(name, addresses).join('\n')}\n`;
  }
  const block = findBlock(text ?? '', file);
  if (block === undefined) return appendBlock(text ?? '', target, addresses);
  const existing = formatOfBlock(block, file);
  if (existing !== undefined && existing !== name) {
    throw usage(
      `The block in ${file} has the format ${existing}, not ${name}.`,
      `Omit --format, or change the BEGIN marker to "${beginOf(name)}". Nothing was changed.`,
    );
  }
  return replaceBody(block, blockBody(format, addresses), format.noIndent ? '' : block.indent);
}

/** Keeps the line ending of the file. */
function appendBlock(text: string, { file, name }: Target, addresses: readonly Address[]): string {
  if (!isEmpty(text) && !ALLOWLIST_FORMATS[name].appends) {
    throw usage(
      `${file} has no loopsctl block.`,
      `Add these two lines where the addresses belong, and run it again: "${beginOf(name)}" and "${END}". Nothing was changed.`,
    );
  }
  rejectDuplicate(text, { file, name }, addresses);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = /(^|\n)$/.test(text) || text === BYTE_ORDER_MARK ? '' : lineEnd;
  return `${text}${gap}${newAllowlist(name, addresses).join(lineEnd)}${lineEnd}`;
}

/** An address outside the block would remain after the account has stopped using it. */
function rejectDuplicate(text: string, { file, name }: Target, addresses: readonly Address[]): void {
  const ours = new Set(addresses.map((address) => address.text));
  const copy = ALLOWLIST_FORMATS[name].read(text).entries.find(({ range }) => ours.has(range.text));
  if (copy === undefined) return;
  throw usage(
    `${file}, line ${copy.line}: ${copy.range.text} is already listed outside the block.`,
    'Remove it and run the command again. Nothing was changed.',
  );
}

/** Whether a JSON file has exactly what we would write for its addresses, ignoring layout. */
function isOurs(text: Content, name: AllowlistName): boolean {
  const { read, render } = ALLOWLIST_FORMATS[name];
  const { entries, problems } = read(text ?? '');
  if (problems.length > 0) return false;
  const addresses = entries.map(({ range: { family, first, text: written } }) => ({
    family,
    value: first,
    text: written,
  }));
  return JSON.stringify(JSON.parse(text ?? '')) === JSON.stringify(JSON.parse(render(addresses).join('\n')));
}

/** What the block allowed before. Of a block that was edited by hand, this is what can be parsed. */
export function previousEntries(text: Content, { file, name }: Target): ReadonlySet<string> {
  const body = ALLOWLIST_FORMATS[name].markers === 'none' ? text : findBlock(text ?? '', file)?.body;
  return new Set(ALLOWLIST_FORMATS[name].read(body ?? '').entries.map(({ range }) => range.text));
}

/** A diff for people: invalid UTF-8 is shown as replacement characters. */
export function diffOfBytes(before: string, after: string): Promise<readonly string[]> {
  const decode = (text: string) => Buffer.from(text, 'latin1').toString();
  return diffLines(decode(before), decode(after));
}
