/** nftables: two named sets, in a file that replaces their elements whenever it is loaded. */
import type { Family } from '../address.ts';
import type { AllowListFormat } from './format.ts';
import { type Operand, readOperands, withoutComments, withoutQuotes, withoutRefused, wordsOf } from './operands.ts';

/** The table that the packages of distributions come with. A rule can use the sets of its own table only. */
const TABLE = 'inet filter';
const SETS: ReadonlyArray<readonly [Family, string, string]> = [
  [4, 'loops_ipv4', 'ipv4_addr'],
  [6, 'loops_ipv6', 'ipv6_addr'],
];

/** Elements of sets, variables, and the sources of rules. Source: nft(8). */
const ELEMENTS =
  /\belements\s*=\s*\{([^{}]*)\}|\badd\s+element\s+(?:\S+\s+){1,3}\{([^{}]*)\}|\bdefine\s+\S+\s*=\s*(\{[^{}]*\}|[^\s;{}]+)|\bip6?\s+saddr\s+(\{[^{}]*\}|[^\s;{}=!]+)[^\n;{}]*\baccept\b/g;

/** A set whose members are turned away: as it is declared, and what is added to it. */
const REFUSED = {
  definition: /\b(?:set\s+|add\s+element\s+(?:\S+\s+){0,2})(?=\S+\s*\{)([^\s{]+)\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g,
  sigil: '@',
  refuses: /^(?!.*\baccept\b).*\b(?:drop|reject)\b/,
};

/** The first word of each element: what follows it is a time, a counter or a comment. Numbers are ports. */
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

export const nftables: AllowListFormat = {
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
  read: (text) => readOperands(text, elements(withoutRefused(withoutQuotes(withoutComments(text)), REFUSED))),
  sign: /^[ \t]*(?:(?:add[ \t]+)?(?:table|set)[ \t]+(?:inet|ip6?)?|add[ \t]+element\b|flush[ \t]+(?:ruleset|set)\b|elements[ \t]*=|define[ \t]+\S+[ \t]*=|ip6?[ \t]+saddr\b)/gm,
  marks: 'lines',
  remark: `Include it; then, in a chain of the same table: tcp dport 25 ip saddr @loops_ipv4 accept (and ip6 saddr @loops_ipv6).`,
  appends: true,
};
