/** Terraform: two lists of networks as local values, formatted like `terraform fmt`. */
import { cidr, type Family } from '../address.ts';
import { type AllowlistFormat, countMatches } from './format.ts';
import { type Operand, readOperands, withoutComments } from './operands.ts';

const LISTS: ReadonlyArray<readonly [Family, string]> = [
  [4, 'loops_ipv4_cidrs'],
  [6, 'loops_ipv6_cidrs'],
];

const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** The strings in lists, except /0 networks, which are used in egress rules. */
function* listed(text: string): Iterable<Operand> {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[[\]]/g)) {
    if (token === '[') depth++;
    else if (token === ']') depth = Math.max(0, depth - 1);
    else if (depth > 0 && !token.endsWith('/0"')) yield { word: token.slice(1, -1), index };
  }
}

export const terraform: AllowlistFormat = {
  render: (addresses) => [
    'locals {',
    ...LISTS.flatMap(([family, name]) => {
      const items = addresses.filter((address) => address.family === family);
      return items.length === 0
        ? [`  ${name} = []`]
        : [`  ${name} = [`, ...items.map((address) => `    "${cidr(address)}",`), '  ]'];
    }),
    '}',
  ],
  read: (text) => readOperands(text, listed(withoutComments(text, STRING_OR_COMMENT))),
  sniff: countMatches(
    /^[ \t]*(?:locals|variable|resource|terraform|provider|module|ingress|egress)\b[^\n{=]*\{|^[ \t]*\w+[ \t]*=[ \t]*\[/gm,
  ),
  markers: 'always',
  usage: 'Use it as local.loops_ipv4_cidrs and local.loops_ipv6_cidrs.',
  appends: true,
};
