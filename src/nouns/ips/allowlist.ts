/** Reads an allowlist file: its format, and the addresses that it allows. */
import { usage } from '../../errors.ts';
import type { Entry } from './formats/format.ts';
import { ALLOWLIST_FORMATS, ALLOWLIST_NAMES, type AllowlistName } from './formats/index.ts';
import { BYTE_ORDER_MARK, findBlock, formatOfBlock } from './managed-block.ts';

export interface Allowlist {
  readonly name: AllowlistName;
  readonly entries: readonly Entry[];
}

/** The format that recognizes the most lines. A file that no format recognizes is a plain list. */
function detectFormat(text: string): AllowlistName {
  let best: { name: AllowlistName; lines: number } = { name: 'plain', lines: 0 };
  for (const name of ALLOWLIST_NAMES) {
    const lines = ALLOWLIST_FORMATS[name].sniff(text);
    if (lines > best.lines) best = { name, lines };
  }
  return best.name;
}

/**
 * Parses a file, given as text of one character per byte. If it has a managed block, only the block is read. Throws a `usage`
 * failure that names the first invalid line.
 */
export function readAllowlist(text: string, file: string, requested?: AllowlistName): Allowlist {
  const block = findBlock(text, file);
  const name = requested ?? (block && formatOfBlock(block, file)) ?? detectFormat(text);
  const body = block?.body ?? (text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text);
  const { entries, problems } = ALLOWLIST_FORMATS[name].read(body);
  const lineOffset = block === undefined ? 0 : block.firstLine - 1;
  const [problem] = problems;
  if (problem !== undefined) {
    const reason = problem.reason ?? `invalid address or range ${quote(problem.text)}`;
    throw usage(
      `${file}, line ${problem.line + lineOffset}: ${reason} (format: ${name}).`,
      requested === undefined ? 'Fix it or pass --format.' : 'Fix it or pass another --format.',
    );
  }
  return { name, entries: entries.map((entry) => ({ ...entry, line: entry.line + lineOffset })) };
}

const SHOWN_CHARACTERS = 80;

const quote = (text: string): string =>
  JSON.stringify(Buffer.from(text, 'latin1').toString().slice(0, SHOWN_CHARACTERS));
