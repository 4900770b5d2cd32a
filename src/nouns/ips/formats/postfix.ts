/** Postfix: a cidr table, for check_client_access and postscreen_access_list. */
import { cidr, parseRange, type Range } from '../address.ts';
import type { AllowListFormat, Entry, Problem, Reading } from './format.ts';
import { readOperands, withoutComments, wordsOf } from './operands.ts';

/** What lets a client in. Source: access(5); an action of digits only is OK too. */
const ALLOWS = /^(?:ok|permit|permit_auth_destination|relay|\d+)$/i;
/** What a table has besides patterns, and a parameter of main.cf. Source: cidr_table(5), postconf(5). */
const OTHER = /^(?:if\b|endif\b|!|\w+\s*=)/;

/** main.cf writes an IPv6 address in brackets. */
const parse = (word: string): Range | undefined => parseRange(word.replace(/^\[([^\]]*)\]/, '$1'));

/** The lines of a text, each with what continues it: a line that begins with a space belongs to the one before. */
function* logicalLines(text: string): Iterable<{ readonly logical: string; readonly line: number }> {
  let line = 1;
  let at = 0;
  for (const { 0: logical, index } of text.matchAll(/^\S[^\n]*(?:\n[ \t][^\n]*)*/gm)) {
    line += text.slice(at, index).split('\n').length - 1;
    at = index;
    yield { logical, line };
  }
}

/** Lines of a table, and the `mynetworks` of main.cf. */
function read(text: string): Reading {
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  for (const { logical, line } of logicalLines(withoutComments(text))) {
    const [, networks] = /^mynetworks\s*=([\s\S]*)/.exec(logical) ?? [];
    if (networks !== undefined) {
      const found = readOperands(logical, wordsOf(networks, logical.length - networks.length), parse);
      for (const entry of found.entries) entries.push({ ...entry, line: entry.line + line - 1 });
      for (const problem of found.problems) problems.push({ ...problem, line: problem.line + line - 1 });
    } else if (!OTHER.test(logical)) {
      const [pattern = '', action = ''] = logical.trim().split(/\s+/);
      const range = parse(pattern);
      if (range === undefined || action === '') problems.push({ line, text: logical.trim() });
      else if (ALLOWS.test(action)) entries.push({ range, line });
    }
  }
  return { entries, problems };
}

export const postfix: AllowListFormat = {
  render: (addresses) => addresses.map((address) => `${cidr(address)} permit`),
  read,
  sign: /^(?:\S+[ \t]+(?:permit|ok|reject|dunno)\b|(?:mynetworks|smtpd_\w+|myhostname)\s*=)/gim,
  marks: 'lines',
  atMargin: true,
  remark: 'Use it as check_client_access cidr:/etc/postfix/loops.cidr, or in postscreen_access_list.',
  appends: true,
};
