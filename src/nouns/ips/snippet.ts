/** Our part of a file: the lines that `ips list --format` prints and `ips sync` keeps, between two comments. */
import type { Address } from './address.ts';
import type { AllowListName } from './format-names.ts';
import type { AllowListFormat } from './formats/format.ts';
import { ALLOW_LISTS } from './formats/index.ts';

export const END = '# END loopsctl ips';
export const beginOf = (name: AllowListName): string => `# BEGIN loopsctl ips: ${name}`;

const OURS = '# Dedicated sending IPs of this Loops account. `loopsctl ips sync` rewrites these lines.';

/** What stands between the two marks. */
export const snippetBody = (
  { render, marks, remark }: AllowListFormat,
  addresses: readonly Address[],
): readonly string[] => [
  ...(marks === 'none' ? [] : [OURS]),
  ...(remark === undefined ? [] : [`# ${remark}`]),
  ...render(addresses),
];

/** The addresses in a format as a file with nothing else in it would hold them, marks included. */
export function snippet(name: AllowListName, addresses: readonly Address[]): readonly string[] {
  const format = ALLOW_LISTS[name];
  const body = snippetBody(format, addresses);
  return format.marks === 'none' ? body : [beginOf(name), ...body, END];
}

/** The addresses in a format as they are printed: a list for any program has no comments. */
export const printed = (name: AllowListName, addresses: readonly Address[]): readonly string[] =>
  ALLOW_LISTS[name].marks === 'lists' ? ALLOW_LISTS[name].render(addresses) : snippet(name, addresses);
