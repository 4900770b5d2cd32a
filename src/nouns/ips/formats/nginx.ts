/** nginx: `allow` lines of the access module. */
import type { AllowListFormat } from './format.ts';
import { operandsOf, readOperands, withoutComments } from './operands.ts';

/** Source: https://nginx.org/en/docs/http/ngx_http_access_module.html */
const ALLOW = /(?<![^\s;{}])allow\s+([^\s;{}]+)(?=\s*;)/g;

export const nginx: AllowListFormat = {
  render: (addresses) => addresses.map(({ text }) => `allow ${text};`),
  read: (text) => readOperands(text, operandsOf(withoutComments(text), ALLOW)),
  sign: /^[ \t]*(?:allow|deny)\s+[^\s;]+\s*;|^[ \t]*(?:server|http|location\b[^\n{]*|stream)\s*\{/gm,
  marks: 'lines',
  remark: 'Include it where access is limited, and write "deny all;" below it.',
  appends: false,
};
