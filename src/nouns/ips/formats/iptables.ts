/** iptables: a chain of its own, in the form that iptables-restore and ip6tables-restore read. */
import { cidr } from '../address.ts';
import type { AllowListFormat } from './format.ts';
import { type Operand, readOperands, withoutComments, withoutQuotes, wordsOf } from './operands.ts';

const CHAIN = 'LOOPS-IPS';

const RULE = /^[^\n]*(?<!\S)(?:-[AI]|--append|--insert)\s[^\n]*/gm;
const ACCEPTS = /(?<!\S)(?:-j|--jump)[ \t]+ACCEPT\b/;
const SOURCE = /(?<!!\s*)(?<!\S)(?:-s|--source|--src|--src-range)[ \t]+(\S+)/g;

/** The sources of rules that accept, in a file of iptables-save as well as in a script of commands. */
function* sources(text: string): Iterable<Operand> {
  for (const { 0: rule, index } of text.matchAll(RULE)) {
    if (!ACCEPTS.test(rule)) continue;
    for (const { 0: all, 1: source = '', index: at } of rule.matchAll(SOURCE)) {
      yield* wordsOf(source, index + at + all.length - source.length);
    }
  }
}

export const iptables: AllowListFormat = {
  // `-4` and `-6` make each program leave out the lines of the other. A chain that is named is emptied first, with
  // --noflush too, so that loading it again replaces it. Source: iptables(8), iptables-restore(8).
  render: (addresses) => [
    '*filter',
    `:${CHAIN} - [0:0]`,
    ...addresses.map((address) => `-${address.family} -A ${CHAIN} -s ${cidr(address)} -j ACCEPT`),
    'COMMIT',
  ],
  read: (text) => readOperands(text, sources(withoutQuotes(withoutComments(text)))),
  sign: /^\*(?:filter|nat|mangle|raw)\b|^[^\n#]*(?<!\S)(?:-[AI]|--append|--insert)[ \t]+\S+[^\n]*[ \t]-(?:j|-jump)[ \t]/gm,
  marks: 'lines',
  atMargin: true,
  remark: `Load it with iptables-restore --noflush and ip6tables-restore --noflush; then: -A INPUT -p tcp --dport 25 -j ${CHAIN}`,
  // A second part for a table would empty what the file has loaded into it before.
  appends: false,
};
