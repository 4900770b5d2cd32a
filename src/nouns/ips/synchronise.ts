/** What `ips sync` makes of a file: our block with the addresses of now, and everything else as it was. */
import { createTwoFilesPatch, OMIT_HEADERS } from 'diff';
import { Failure, usage } from '../../errors.ts';
import type { Address } from './address.ts';
import { BYTE_ORDER_MARK, findBlock, withBody } from './block.ts';
import type { AllowListName } from './format-names.ts';
import { ALLOW_LISTS } from './formats/index.ts';
import { beginOf, END, snippet, snippetBody } from './snippet.ts';

export interface Target {
  /** As the person named it. */
  readonly file: string;
  readonly name: AllowListName;
}

/**
 * The file with these addresses; both are text of one character a byte, and `undefined` is a file that does not exist.
 * Throws a `usage` failure where the file has no one place for the block.
 */
export function synchronised(text: string | undefined, { file, name }: Target, addresses: readonly Address[]): string {
  const lines = snippet(name, addresses);
  const { marks, appends, atMargin } = ALLOW_LISTS[name];
  const isEmpty = text === undefined || text.trim() === '';
  if (marks === 'none') {
    if (!isEmpty && !isOurs(text, name)) {
      throw usage(
        `${file} holds more than ips sync writes, and ${name} has no comments that could mark a part of it.`,
        'Let it write a file of its own; nothing was changed.',
      );
    }
    return `${lines.join('\n')}\n`;
  }
  const block = findBlock(text ?? '', file);
  if (block !== undefined) {
    if (block.name !== undefined && block.name !== name) {
      throw usage(
        `The block in ${file} is ${block.name}, not ${name}.`,
        `Give --format ${block.name}; nothing was changed.`,
      );
    }
    return withBody(block, snippetBody(ALLOW_LISTS[name], addresses), atMargin ? '' : block.indent);
  }
  if (!isEmpty && !appends) {
    throw usage(
      `${file} has no block of loopsctl, and only you know where in it the addresses belong.`,
      `Write two lines there, "${beginOf(name)}" and "${END}", and run it again; nothing was changed.`,
    );
  }
  refuseSecondCopy(text ?? '', { file, name }, addresses);
  return append(text ?? '', lines);
}

/** An address that stands outside of the block would stay when the service has given it up, and nobody would be told. */
function refuseSecondCopy(text: string, { file, name }: Target, addresses: readonly Address[]): void {
  const ours = new Set(addresses.map((address) => address.text));
  const copy = ALLOW_LISTS[name].read(text).entries.find(({ range }) => ours.has(range.text));
  if (copy === undefined) return;
  throw usage(
    `${file}, line ${copy.line}: ${copy.range.text} stands there already, outside of a block.`,
    'Remove our addresses there and run it again: they will stand in a block. Nothing was changed.',
  );
}

/** With the line ends of the file. What it holds is not touched: a last line without an end gets one before the block. */
function append(text: string, lines: readonly string[]): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = /(^|\n)$/.test(text) || text === BYTE_ORDER_MARK ? '' : lineEnd;
  return `${text}${gap}${lines.join(lineEnd)}${lineEnd}`;
}

/** Whether a file is what we would write for the addresses in it, however it is laid out. */
function isOurs(text: string, name: AllowListName): boolean {
  const { read, render } = ALLOW_LISTS[name];
  const { entries, problems } = read(text);
  if (problems.length > 0) return false;
  const addresses = entries.map(({ range: { family, first, text: written } }) => ({
    family,
    value: first,
    text: written,
  }));
  return JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(render(addresses).join('\n')));
}

/** What the file allowed by its block before; a block that somebody has broken allowed what can still be read. */
export function writtenBefore(text: string | undefined, { file, name }: Target): ReadonlySet<string> {
  const body = ALLOW_LISTS[name].marks === 'none' ? text : findBlock(text ?? '', file)?.body;
  return new Set(ALLOW_LISTS[name].read(body ?? '').entries.map(({ range }) => range.text));
}

const CONTEXT_LINES = 3;
/** The time that a comparison takes grows with the square of what differs: this much takes about half a second. */
const MOST_CHANGES = 4000;

/** A unified diff for people: lines without their ends, tabs as spaces, bytes that are no UTF-8 as a sign for that. */
export function diffLines(before: string, after: string): readonly string[] {
  const shown = (text: string) => Buffer.from(text, 'latin1').toString();
  const patch = createTwoFilesPatch('', '', shown(before), shown(after), undefined, undefined, {
    context: CONTEXT_LINES,
    headerOptions: OMIT_HEADERS,
    maxEditLength: MOST_CHANGES,
  });
  if (patch === undefined) return [`@@ more than ${MOST_CHANGES} lines differ @@`];
  return patch.split('\n').flatMap((line) => (line === '' ? [] : [line.replace(/\r$/, '').replaceAll('\t', '    ')]));
}

/** Throws where a list of nothing would be written that nobody asked for. */
export function refuseEmpty(file: string): never {
  throw new Failure('unexpected_response', `The service lists no address, and ${file} was not emptied.`, {
    hint: 'Give --allow-empty if this account really sends from no dedicated IP any more.',
  });
}
