/** Postfix: a cidr table, for check_client_access and postscreen_access_list. */
import { cidr, parseRange, type Range } from '../address.ts';
import { type AllowlistFormat, countMatches, type Entry, type Problem, type Reading } from './format.ts';
import { readOperands, withoutComments, wordsOf } from './operands.ts';

/** Actions that allow a client. Source: access(5); digits alone mean OK too. */
const ALLOWS = /^(?:ok|permit|permit_auth_destination|relay|\d+)$/i;
/** Other lines of a table, and parameters of main.cf. Source: cidr_table(5), postconf(5). */
const OTHER = /^(?:if\b|endif\b|!|\w+\s*=)/;

/** main.cf has IPv6 addresses in brackets. */
const parse = (word: string): Range | undefined => parseRange(word.replace(/^\[([^\]]*)\]/, '$1'));

/** Lines with their continuation lines, which start with white space. */
function* logicalLines(text: string): Iterable<{ readonly logical: string; readonly line: number }> {
  let line = 1;
  let at = 0;
  for (const { 0: logical, index } of text.matchAll(/^\S[^\n]*(?:\n[ \t][^\n]*)*/gm)) {
    line += text.slice(at, index).split('\n').length - 1;
    at = index;
    yield { logical, line };
  }
}

/** Reads tables, and `mynetworks` in main.cf. */
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

export const postfix: AllowlistFormat = {
  render: (addresses) => addresses.map((address) => `${cidr(address)} permit`),
  read,
  sniff: countMatches(/^(?:\S+[ \t]+(?:permit|ok|reject|dunno)\b|(?:mynetworks|smtpd_\w+|myhostname)\s*=)/gim),
  markers: 'always',
  noIndent: true,
  usage: 'Use it as check_client_access cidr:/etc/postfix/loops.cidr, or in postscreen_access_list.',
  appends: true,
};
