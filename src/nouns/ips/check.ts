/** `ips check`: whether an allow-list holds the addresses that the service sends from. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Check } from '../../define/report.ts';
import type { Paper, Style } from '../../define/view.ts';
import { EXIT_CHECK_FAILED } from '../../errors.ts';
import { Comparison } from './comparison.ts';
import { optionalFormatFlag } from './flags.ts';
import type { AllowListName } from './format-names.ts';
import { fetchSendingAddresses } from './operations.ts';

interface CheckInput {
  readonly file: string;
  readonly format?: AllowListName | undefined;
  readonly strictStale: boolean;
}

async function check(context: Context, { file, format, strictStale }: CheckInput): Promise<Comparison> {
  const [{ readAllowList }, { textOfBytes }, { compare }] = await Promise.all([
    import('./allow-list.ts'),
    import('./block.ts'),
    import('./compare.ts'),
  ]);
  // The file first: what is wrong with it costs no request.
  const named = file === '-' ? 'standard input' : file;
  const list = readAllowList(textOfBytes(await context.files.read(file)), named, format);
  const addresses = await fetchSendingAddresses(context);
  return { file: named, format: list.name, strictStale, ...compare(addresses, list) };
}

const hasFailed = ({ missing, stale, strictStale }: Comparison): boolean =>
  missing.length > 0 || (strictStale && stale.length > 0);

/** A test for each address that the service sends from, and one for each entry that is none of them. */
function report({ file, missing, stale, covered, present, strictStale }: Comparison): readonly Check[] {
  const absent = new Set(missing);
  return [
    ...[...present, ...covered.map(({ address }) => address)].map((name): Check => ({ name, findings: [] })),
    ...[...absent].map(
      (name): Check => ({
        name,
        findings: [{ severity: 'error', rule: 'missing', message: `${name} is missing from ${file}.` }],
      }),
    ),
    ...stale.map(
      (name): Check => ({
        name,
        findings: [
          {
            severity: strictStale ? 'error' : 'warning',
            rule: 'stale',
            message: `${name} stands in ${file} and is no sending IP of this account.`,
          },
        ],
      }),
    ),
  ];
}

const count = (items: readonly unknown[], word: string): string[] =>
  items.length === 0 ? [] : [`${items.length} ${word}`];

/** A line for what needs a person's eye, and one that sums up. */
function drawComparison(value: Comparison, { style }: Pick<Paper, 'style'>): string {
  const { file, format, missing, stale, covered, present } = value;
  const lines = (name: string, colour: keyof Style, items: readonly string[]) =>
    items.map((item) => `${style[colour](name.padEnd(7))}  ${item}`);
  const summary = [
    ...count(missing, 'missing'),
    ...count(stale, 'stale'),
    ...count(covered, 'covered by a range'),
    ...count(present, 'present'),
  ];
  return [
    ...lines('missing', 'red', missing),
    ...lines('stale', 'yellow', stale),
    ...lines(
      'covered',
      'cyan',
      covered.map(({ address, range }) => `${address} by ${range}`),
    ),
    `${file} (${format}): ${summary.length === 0 ? 'no addresses' : summary.join(', ')}.`,
  ].join('\n');
}

export const checkCommand = command({
  notes:
    'Missing is an address that the file does not allow; stale an entry that is no sending address; covered an address for which only a range stands. Exit code 9 when something is missing. Where the file has the block that `ips sync` keeps, only the block is read; otherwise the directives of its format that allow an address, wherever they stand. A list without a program may hold comments and ranges and nothing else.',
  input: z.object({
    file: z.string().min(1).describe('the allow-list; - for standard input'),
    format: optionalFormatFlag('what the file is, where it cannot be told'),
    strictStale: z.boolean().default(false).describe('fail for stale entries too'),
  }),
  positionals: ['file'],
  calls: [listSendingIps],
  output: Comparison,
  examples: [
    { does: 'A configuration file with other things in it', line: 'ips check nginx.conf' },
    { does: 'A list from elsewhere', line: 'ips check - --format plain < allow-list.txt' },
    { does: 'In GitHub Actions', line: 'ips check nginx.conf --annotate github' },
  ],
  run: check,
  view: { kind: 'drawing', draw: (value, paper) => drawComparison(Comparison.parse(value), paper) },
  verdict: (value: Comparison) => (hasFailed(value) ? EXIT_CHECK_FAILED : 0),
  report,
});
