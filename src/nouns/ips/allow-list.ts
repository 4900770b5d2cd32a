/** An allow-list in a file: which format it has, and what it allows. */
import { usage } from '../../errors.ts';
import { BYTE_ORDER_MARK, findBlock } from './block.ts';
import type { AllowListName } from './format-names.ts';
import type { Reading } from './formats/format.ts';
import { ALLOW_LISTS } from './formats/index.ts';

export interface AllowList {
  readonly name: AllowListName;
  readonly entries: Reading['entries'];
}

/** The cast is what `Object.keys` forgets: the table has these keys and no other. */
const NAMES = Object.keys(ALLOW_LISTS) as AllowListName[];

/** The format whose signs stand in the most lines; a file without any is a plain list. */
export function detect(text: string): AllowListName {
  const found = NAMES.map((name) => ({
    name,
    count: [...text.matchAll(ALLOW_LISTS[name].sign ?? /(?!)/g)].length,
  })).sort((a, b) => b.count - a.count)[0];
  if (found !== undefined && found.count > 0) return found.name;
  return /^\s*[[{]/.test(text) ? 'aws-sg' : 'plain';
}

/**
 * Reads a file, given as text of one character a byte. Where it has our block, that is the list: everything else in the
 * file is the person's own. Throws a `usage` failure that names the line which cannot be understood.
 */
export function readAllowList(text: string, file: string, asked?: AllowListName): AllowList {
  const block = findBlock(text, file);
  const marked = NAMES.find((name) => name === block?.name);
  const name = asked ?? marked ?? detect(text);
  const body = block?.body ?? (text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text);
  const { entries, problems } = ALLOW_LISTS[name].read(body);
  const [problem] = problems;
  if (problem !== undefined) {
    const line = problem.line + (block === undefined ? 0 : block.firstLine - 1);
    throw usage(
      `${file}, line ${line}: ${problem.reason ?? `${quoted(problem.text)} is neither an address nor a range`} (read as ${name}).`,
      asked === undefined
        ? 'Correct it, or say with --format what the file is.'
        : 'Correct it, or say with --format what else it is.',
    );
  }
  return { name, entries };
}

const SHOWN_CHARACTERS = 80;

const quoted = (text: string): string =>
  JSON.stringify(Buffer.from(text, 'latin1').toString().slice(0, SHOWN_CHARACTERS));
