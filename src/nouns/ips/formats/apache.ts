/** Apache httpd: `Require ip` lines of mod_authz_host. */
import { parseRange, type Range } from '../address.ts';
import { type AllowlistFormat, countMatches } from './format.ts';
import { operandsOf, readOperands, withoutComments } from './operands.ts';

/** `Allow from` is the old directive. A trailing backslash continues a line. */
const REQUIRE = /^[ \t]*(?:Require[ \t]+ip|Allow[ \t]+from)[ \t]+((?:\\\r?\n|[^\n])*)/gim;

/** `10.1` is short for 10.1.0.0/16. Source: https://httpd.apache.org/docs/2.4/mod/mod_authz_host.html#reqip */
function parse(word: string): Range | undefined {
  const octets = /^\d+(?:\.\d+){0,2}\.?$/.test(word) ? word.split('.').filter((octet) => octet !== '') : [];
  if (octets.length === 0) return parseRange(word);
  const range = parseRange(`${[...octets, 0, 0, 0].slice(0, 4).join('.')}/${octets.length * 8}`);
  return range && { ...range, text: word };
}

export const apache: AllowlistFormat = {
  // Without a Require directive, access would not be limited at all.
  render: (addresses) =>
    addresses.length === 0 ? ['Require all denied'] : addresses.map(({ text }) => `Require ip ${text}`),
  read: (text) => readOperands(text, operandsOf(withoutComments(text), REQUIRE), parse),
  sniff: countMatches(
    /^[ \t]*(?:Require[ \t]+(?:not[ \t]+)?(?:ip|all)|Allow[ \t]+from|Deny[ \t]+from)[ \t]|^[ \t]*<(?:VirtualHost|Directory|Location|RequireAny|IfModule)\b/gim,
  ),
  markers: 'always',
  usage: 'Include it in <RequireAny>, or in a section without other Require directives.',
  appends: false,
};
