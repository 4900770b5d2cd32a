/** ufw: a shell script that opens the mail port. */
import { type AllowlistFormat, countMatches } from './format.ts';
import { operandsOf, readOperands, withoutComments } from './operands.ts';

/** One command; a rule that is deleted or denies is not matched. Source: ufw(8). */
const ALLOW =
  /(?<!\S)ufw[ \t](?:(?!\b(?:delete|deny|reject|ufw)\b)[^\n])*?\b(?:allow|limit)\b(?:(?!\bufw\b)[^\n])*?[ \t]from[ \t]+(\S+)/g;

export const ufw: AllowlistFormat = {
  render: (addresses) => addresses.map(({ text }) => `ufw allow proto tcp from ${text} to any port 25 comment 'loops'`),
  read: (text) => readOperands(text, operandsOf(withoutComments(text), ALLOW)),
  sniff: countMatches(/^[^\n#]*(?<!\S)ufw[ \t]/gm),
  markers: 'always',
  usage:
    'Run it with sh. Delete the rule of a removed address yourself: ufw delete allow proto tcp from ... to any port 25',
  appends: true,
};
