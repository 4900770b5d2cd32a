/** Character references: the five names of XML and numbers. HTML names are errors with a suggestion. */
import type { Problem } from './tree.ts';

const NAMES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** HTML names that people write. */
const HTML_NAMES: Readonly<Record<string, number>> = {
  nbsp: 160,
  copy: 169,
  reg: 174,
  trade: 8482,
  hellip: 8230,
  mdash: 8212,
  ndash: 8211,
  lsquo: 8216,
  rsquo: 8217,
  ldquo: 8220,
  rdquo: 8221,
  bull: 8226,
  middot: 183,
  euro: 8364,
  pound: 163,
  rarr: 8594,
  larr: 8592,
  times: 215,
  zwnj: 8204,
  shy: 173,
};

/** A reference, or an ampersand that starts none. The lengths are limited, so that no text takes long. */
const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6});|#([0-9]{1,7});|([A-Za-z][A-Za-z0-9]{0,31});)?/g;

const isXmlCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

const numberOf = (hexadecimal: string | undefined, decimal: string | undefined): number | undefined =>
  hexadecimal !== undefined ? Number.parseInt(hexadecimal, 16) : decimal !== undefined ? Number(decimal) : undefined;

function characterOf(hexadecimal?: string, decimal?: string, name?: string): string | undefined {
  const code = numberOf(hexadecimal, decimal);
  if (code !== undefined) return isXmlCharacter(code) ? String.fromCodePoint(code) : undefined;
  return name !== undefined && Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}

/** The text that is meant. What is no valid reference stays as it is. */
export const decode = (raw: string): string =>
  raw.includes('&')
    ? raw.replace(REFERENCE, (whole, hexadecimal, decimal, name) => characterOf(hexadecimal, decimal, name) ?? whole)
    : raw;

function problemOf(whole: string, name: string | undefined): Pick<Problem, 'message' | 'suggestion'> {
  if (whole === '&') {
    return { message: 'An ampersand in text must be written as &amp;.', suggestion: '&amp;' };
  }
  const code = name !== undefined && Object.hasOwn(HTML_NAMES, name) ? HTML_NAMES[name] : undefined;
  if (code !== undefined) return { message: `${whole} is HTML and not valid in XML.`, suggestion: `&#${code};` };
  if (name === undefined) return { message: `${whole} is not a character that XML allows.` };
  return { message: `Unknown character reference ${whole}.`, suggestion: `&amp;${whole.slice(1)}` };
}

/** The first invalid references of a raw text that starts at an offset. */
export function referenceProblems(raw: string, offset: number, most: number): readonly Problem[] {
  if (!raw.includes('&')) return [];
  const problems: Problem[] = [];
  for (const match of raw.matchAll(REFERENCE)) {
    if (problems.length === most) break;
    const [whole, hexadecimal, decimal, name] = match;
    if (characterOf(hexadecimal, decimal, name) !== undefined) continue;
    const start = offset + match.index;
    problems.push({ ...problemOf(whole, name), start, end: start + whole.length });
  }
  return problems;
}
