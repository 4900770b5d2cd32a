/** nginx: `allow` directives of the access module. */
import { type AllowlistFormat, countMatches } from './format.ts';
import { operandsOf, readOperands, withoutComments } from './operands.ts';

/** Source: https://nginx.org/en/docs/http/ngx_http_access_module.html */
const ALLOW = /(?<![^\s;{}])allow\s+([^\s;{}]+)(?=\s*;)/g;

export const nginx: AllowlistFormat = {
  render: (addresses) => addresses.map(({ text }) => `allow ${text};`),
  read: (text) => readOperands(text, operandsOf(withoutComments(text), ALLOW)),
  sniff: countMatches(/^[ \t]*(?:allow|deny)\s+[^\s;]+\s*;|^[ \t]*(?:server|http|location\b[^\n{]*|stream)\s*\{/gm),
  markers: 'always',
  usage: 'Include it where access is limited, followed by "deny all;".',
  appends: false,
};
