/** ufw: command lines that open the mail port, for a script. */
import type { AllowListFormat } from './format.ts';
import { operandsOf, readOperands, withoutComments } from './operands.ts';

/** A rule that is deleted allows nothing. Source: ufw(8). */
const ALLOW = /(?<!\S)ufw[ \t](?:(?!\b(?:delete|deny|reject)\b)[^\n])*?\b(?:allow|limit)\b[^\n]*?[ \t]from[ \t]+(\S+)/g;

export const ufw: AllowListFormat = {
  render: (addresses) => addresses.map(({ text }) => `ufw allow proto tcp from ${text} to any port 25 comment 'loops'`),
  read: (text) => readOperands(text, operandsOf(withoutComments(text), ALLOW)),
  sign: /^[^\n#]*(?<!\S)ufw[ \t]/gm,
  marks: 'lines',
  remark:
    'Run it with sh. The rule of an address that is gone stays until: ufw delete allow proto tcp from ... to any port 25',
  appends: true,
};
