/** iptables: a separate chain, for iptables-restore and ip6tables-restore. */
import { cidr } from '../address.ts';
import { type AllowlistFormat, countMatches } from './format.ts';
import { type Operand, readOperands, withoutComments, withoutQuotes, wordsOf } from './operands.ts';

const CHAIN = 'LOOPS-IPS';

const RULE = /^[^\n]*(?<!\S)(?:-[AI]|--append|--insert)\s[^\n]*/gm;
const ACCEPTS = /(?<!\S)(?:-j|--jump)[ \t]+ACCEPT\b/;
const SOURCE = /(?<!!\s*)(?<!\S)(?:-s|--source|--src|--src-range)[ \t]+(\S+)/g;

/** The sources of ACCEPT rules, in iptables-save files and in shell scripts. */
function* sources(text: string): Iterable<Operand> {
  for (const { 0: rule, index } of text.matchAll(RULE)) {
    if (!ACCEPTS.test(rule)) continue;
    for (const { 0: all, 1: source = '', index: at } of rule.matchAll(SOURCE)) {
      yield* wordsOf(source, index + at + all.length - source.length);
    }
  }
}

export const iptables: AllowlistFormat = {
  // `-4` and `-6` make each program skip the lines of the other. A declared chain is flushed even with --noflush, so loading the
  // file again replaces it. Source: iptables(8), iptables-restore(8).
  render: (addresses) => [
    '*filter',
    `:${CHAIN} - [0:0]`,
    ...addresses.map((address) => `-${address.family} -A ${CHAIN} -s ${cidr(address)} -j ACCEPT`),
    'COMMIT',
  ],
  read: (text) => readOperands(text, sources(withoutQuotes(withoutComments(text)))),
  sniff: countMatches(
    /^\*(?:filter|nat|mangle|raw)\b|^(?=[^\n]*[ \t]-(?:j|-jump)[ \t])[^\n#]*?(?<!\S)(?:-[AI]|--append|--insert)[ \t]/gm,
  ),
  markers: 'always',
  noIndent: true,
  usage: `Load it with iptables-restore --noflush and ip6tables-restore --noflush; then: -A INPUT -p tcp --dport 25 -j ${CHAIN}`,
  // A second section for a table would flush what the file has loaded before.
  appends: false,
};
