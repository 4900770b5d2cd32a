/** `ips check`: compares an allowlist with the sending IPs. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Check } from '../../define/report.ts';
import type { Display, Style } from '../../define/view.ts';
import { EXIT_CHECK_FAILED } from '../../errors.ts';
import { type Address, contains, isOneAddress } from './address.ts';
import { type Allowlist, readAllowlist } from './allowlist.ts';
import { allowlistName, formatFlag } from './flags.ts';
import type { AllowlistName } from './formats/index.ts';
import { textOfBytes } from './managed-block.ts';
import { fetchSendingIps, listSendingIps } from './operations.ts';

const FAIL_ON = ['missing', 'stale'] as const;

const text = z.string();

const Comparison = z.object({
  file: text.describe('- for stdin'),
  format: allowlistName,
  failOn: z.enum(FAIL_ON),
  missing: z.array(text),
  stale: z.array(z.object({ entry: text, line: z.number() })),
  covered: z.array(z.object({ address: text, range: text })),
  present: z.array(text),
});
type Comparison = z.infer<typeof Comparison>;

/** An address in the list itself is present, not covered. An entry without any sending IP is stale. */
export function compareAllowlist(
  addresses: readonly Address[],
  { entries }: Pick<Allowlist, 'entries'>,
): Pick<Comparison, 'missing' | 'stale' | 'covered' | 'present'> {
  const ranges = entries.map(({ range }) => range);
  const single = new Set(ranges.filter(isOneAddress).map((range) => range.text));
  const wide = ranges.filter((range) => !isOneAddress(range));
  const found = addresses.map((address) => ({
    address: address.text,
    present: single.has(address.text),
    range: wide.find((range) => contains(range, address))?.text,
  }));
  const ours = new Set(addresses.map((address) => address.text));
  const stale = new Map<string, number>();
  for (const { range, line } of entries) {
    const used = isOneAddress(range) ? ours.has(range.text) : addresses.some((address) => contains(range, address));
    if (!used && !stale.has(range.text)) stale.set(range.text, line);
  }
  return {
    missing: found.flatMap(({ address, present, range }) => (present || range !== undefined ? [] : [address])),
    stale: [...stale].map(([entry, line]) => ({ entry, line })),
    covered: found.flatMap(({ address, present, range }) =>
      present || range === undefined ? [] : [{ address, range }],
    ),
    present: found.flatMap(({ address, present }) => (present ? [address] : [])),
  };
}

const STDIN = '-';
const nameOf = (file: string): string => (file === STDIN ? 'standard input' : file);

interface CheckInput {
  readonly file: string;
  readonly format?: AllowlistName | undefined;
  readonly failOn: Comparison['failOn'];
}

async function check(context: Context, { file, format, failOn }: CheckInput): Promise<Comparison> {
  // An invalid file costs no request.
  const allowlist = readAllowlist(textOfBytes(await context.files.read(file)), nameOf(file), format);
  const addresses = await fetchSendingIps(context);
  return { file, format: allowlist.name, failOn, ...compareAllowlist(addresses, allowlist) };
}

/** One check per sending IP, and one per stale entry. */
function report({ file, missing, stale, covered, present, failOn }: Comparison): readonly Check[] {
  const name = nameOf(file);
  const location = file === STDIN ? {} : { file };
  return [
    ...[...present, ...covered.map(({ address }) => address)].map(
      (address): Check => ({ name: address, findings: [] }),
    ),
    ...missing.map((address): Check => {
      const message = `${address} is missing from ${name}.`;
      return { name: address, findings: [{ severity: 'error', rule: 'missing', message, ...location }] };
    }),
    ...stale.map(({ entry, line }): Check => {
      const message = `${name} lists ${entry}, which is not a sending IP of this account.`;
      const severity = failOn === 'stale' ? 'error' : 'warning';
      return {
        name: entry,
        findings: [{ severity, rule: 'stale', message, ...location, ...(file === STDIN ? {} : { line }) }],
      };
    }),
  ];
}

const count = (items: readonly unknown[], word: string): string[] =>
  items.length === 0 ? [] : [`${items.length} ${word}`];

function drawComparison(comparison: Comparison, { style }: Pick<Display, 'style'>): string {
  const { file, format, missing, stale, covered, present } = comparison;
  const rows = (name: string, color: keyof Style, items: readonly string[]) =>
    items.map((item) => `${style[color](name.padEnd(7))}  ${item}`);
  const summary = [
    ...count(missing, 'missing'),
    ...count(stale, 'stale'),
    ...count(covered, 'covered by a range'),
    ...count(present, 'present'),
  ];
  return [
    ...rows('missing', 'red', missing),
    ...rows(
      'stale',
      'yellow',
      stale.map(({ entry, line }) => `${entry} (line ${line})`),
    ),
    ...rows(
      'covered',
      'cyan',
      covered.map(({ address, range }) => `${address} by ${range}`),
    ),
    `${nameOf(file)} (${format}): ${summary.length === 0 ? 'no addresses' : summary.join(', ')}.`,
  ].join('\n');
}

export const checkCommand = command({
  notes:
    'missing: a sending IP that is not in the file. stale: an entry that is not a sending IP. covered: a sending IP that is matched only by a range. Exits 9 if an address is missing. If the file has a block written by `ips sync`, only the block is checked; otherwise all directives that allow an address. plain and cidr files may contain only addresses, ranges and comments.',
  input: z.object({
    file: z.string().min(1).describe('allowlist file; - for stdin'),
    format: formatFlag('file format (default: detected)'),
    failOn: z
      .enum(FAIL_ON)
      .default('missing')
      .describe('exit 9 on missing addresses only, or on missing addresses and stale entries'),
  }),
  positionals: ['file'],
  calls: [listSendingIps],
  output: Comparison,
  examples: [
    { does: 'An existing nginx.conf', line: 'ips check nginx.conf' },
    { does: 'A list on stdin', line: 'ips check - --format plain < allowlist.txt' },
    { does: 'In GitHub Actions', line: 'ips check nginx.conf --fail-on stale --annotate github' },
  ],
  run: check,
  view: { kind: 'drawing', draw: (value, display) => drawComparison(Comparison.parse(value), display) },
  verdict: ({ missing, stale, failOn }: Comparison) =>
    missing.length > 0 || (failOn === 'stale' && stale.length > 0) ? EXIT_CHECK_FAILED : 0,
  report,
});
