/** nftables: two named sets, in a file that replaces their elements each time it is loaded. */
import type { Family } from '../address.ts';
import { type AllowlistFormat, countMatches } from './format.ts';
import { type Operand, readOperands, withoutComments, withoutDenied, withoutQuotes, wordsOf } from './operands.ts';

/** The default table of Linux distributions. A rule can only use sets of its own table. */
const TABLE = 'inet filter';
const SETS: ReadonlyArray<readonly [Family, string, string]> = [
  [4, 'loops_ipv4', 'ipv4_addr'],
  [6, 'loops_ipv6', 'ipv6_addr'],
];

/** Elements of sets, variables, and sources of rules. Source: nft(8). */
const ELEMENTS =
  /\belements\s*=\s*\{([^{}]*)\}|\badd\s+element\s+(?:\S+\s+){1,3}\{([^{}]*)\}|\bdefine\s+\S+\s*=\s*(\{[^{}]*\}|[^\s;{}]+)|\bip6?\s+saddr\s+(\{[^{}]*\}|[^\s;{}=!]+)(?:(?!\bsaddr\b)[^\n;{}])*\baccept\b/g;

/** The declaration of a set that is only used to deny, and elements added to it. */
const DENIED = {
  definition: /\b(?:set\s+|add\s+element\s+(?:\S+\s+){0,2})(?=\S+\s*\{)([^\s{]+)\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g,
  sigil: '@',
  denies: /^(?!.*\baccept\b).*\b(?:drop|reject)\b/,
};

/** The first word of each element; a timeout, counter or comment may follow. Plain numbers are ports. */
function* elements(text: string): Iterable<Operand> {
  for (const match of text.matchAll(ELEMENTS)) {
    const body = match.slice(1).find((group) => group !== undefined) ?? '';
    const start = match.index + match[0].indexOf(body);
    for (const { word: element, index } of wordsOf(body, start, /[^,{}]+/g)) {
      const [word = ''] = element.trim().split(/\s/);
      if (!/^\d+(-\d+)?$/.test(word)) yield { word, index: index + element.indexOf(word) };
    }
  }
}

export const nftables: AllowlistFormat = {
  render: (addresses) => [
    `table ${TABLE} {`,
    ...SETS.map(([, set, type]) => `  set ${set} { type ${type}; }`),
    '}',
    ...SETS.map(([, set]) => `flush set ${TABLE} ${set}`),
    ...SETS.flatMap(([family, set]) =>
      addresses
        .filter((address) => address.family === family)
        .map(({ text }) => `add element ${TABLE} ${set} { ${text} }`),
    ),
  ],
  read: (text) => readOperands(text, elements(withoutDenied(withoutQuotes(withoutComments(text)), DENIED))),
  sniff: countMatches(
    /^[ \t]*(?:(?:add[ \t]+)?(?:table|set)[ \t]+(?:inet|ip6?)?|add[ \t]+element\b|flush[ \t]+(?:ruleset|set)\b|elements[ \t]*=|define[ \t]+\S+[ \t]*=|ip6?[ \t]+saddr\b)/gm,
  ),
  markers: 'always',
  usage: `Include it, then add to a chain of the same table: tcp dport 25 ip saddr @loops_ipv4 accept (and ip6 saddr @loops_ipv6).`,
  appends: true,
};
