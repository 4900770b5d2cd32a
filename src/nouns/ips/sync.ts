/** `ips sync`: keeps the managed block of a file equal to the sending IPs. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Display } from '../../define/view.ts';
import { EXIT_CHECK_FAILED, Failure, usage } from '../../errors.ts';
import { formatFlag } from './flags.ts';
import { ALLOWLIST_FORMATS, ALLOWLIST_NAMES, type AllowlistName } from './formats/index.ts';
import { bytesOfText, textOfBytes } from './managed-block.ts';
import { fetchSendingIps, listSendingIps } from './operations.ts';
import { diffOfBytes, formatOfFile, previousEntries, rewriteFile } from './rewrite.ts';

const lines = z.array(z.string());

const SyncResult = z.object({
  file: z.string(),
  changed: z.boolean().describe('with --dry-run: whether it would change'),
  added: lines,
  removed: lines,
  diff: lines,
});
type SyncResult = z.infer<typeof SyncResult>;

interface SyncInput {
  readonly file: string;
  readonly format?: AllowlistName | undefined;
  readonly dryRun: boolean;
  readonly allowEmpty: boolean;
}

async function sync(context: Context, { file, format, dryRun, allowEmpty }: SyncInput): Promise<SyncResult> {
  if (file === '-')
    throw usage('ips sync needs a file, not stdin.', 'To print an allowlist, run `loopsctl ips list --format nginx`.');
  const read = async () => {
    const bytes = await context.files.find(file);
    return bytes && textOfBytes(bytes);
  };
  // An invalid file costs no request.
  const initial = await read();
  const target = { file, name: formatOfFile(initial, file, format) };
  rewriteFile(initial, target, []);
  const addresses = await fetchSendingIps(context);
  // Read again: the file may have been edited during the request.
  const content = await read();
  const before = previousEntries(content, target);
  const wanted = rewriteFile(content, target, addresses);
  const changed = wanted !== content;
  if (changed && addresses.length === 0 && !allowEmpty) throw refusedEmpty(file);
  if (changed && !dryRun) await context.files.replace(file, bytesOfText(wanted));
  if (changed && dryRun) context.note('Dry run: nothing was written.');
  const now = new Set(addresses.map((address) => address.text));
  return {
    file,
    changed,
    added: [...now].filter((address) => !before.has(address)),
    removed: [...before].filter((address) => !now.has(address)),
    diff: [...(await diffOfBytes(content ?? '', wanted))],
  };
}

const refusedEmpty = (file: string): Failure =>
  new Failure('unexpected_response', `The API returned no addresses, so ${file} was not changed.`, {
    hint: 'Pass --allow-empty if this account no longer has dedicated sending IPs.',
  });

function drawResult({ file, changed, diff }: SyncResult, { style }: Pick<Display, 'style'>): string {
  if (!changed) return `${file} is up to date.`;
  const colors: Readonly<Record<string, (text: string) => string>> = {
    '+': style.green,
    '-': style.red,
    '@': style.cyan,
  };
  return [style.bold(file), ...diff.map((line) => (colors[line.charAt(0)] ?? String)(line))].join('\n');
}

const appending = ALLOWLIST_NAMES.filter((name) => ALLOWLIST_FORMATS[name].appends).join(', ');
const whole = ALLOWLIST_NAMES.filter((name) => ALLOWLIST_FORMATS[name].markers === 'none').join(', ');

export const syncCommand = command({
  notes: `Creates the file if needed. Replaces the lines between "# BEGIN loopsctl ips: <format>" and "# END loopsctl ips" atomically, and prints the diff. If an existing file has no block, one is appended (${appending}). For other formats, add the two marker lines yourself. ${whole} files are replaced entirely. If the API returns no addresses, nothing is written (exit 8) unless --allow-empty is set.`,
  input: z.object({
    file: z.string().min(1).describe('file to update'),
    format: formatFlag('output format; required if the file is new or has no block'),
    dryRun: z.boolean().default(false).describe('print the diff without writing'),
    exitCode: z.boolean().default(false).describe('exit 9 if the file changed (with --dry-run: would change)'),
    allowEmpty: z.boolean().default(false).describe('write an empty list if the API returns no addresses'),
  }),
  positionals: ['file'],
  calls: [listSendingIps],
  output: SyncResult,
  examples: [
    { does: 'Create a file that nginx can include', line: 'ips sync loops-allow.conf --format nginx' },
    { does: 'Preview the changes', line: 'ips sync loops-allow.conf --dry-run' },
    {
      does: 'Exit 9 on a change, so that a script knows to reload nginx',
      line: 'ips sync loops-allow.conf --exit-code',
    },
  ],
  run: sync,
  view: { kind: 'drawing', draw: (value, display) => drawResult(SyncResult.parse(value), display) },
  verdict: ({ changed }: SyncResult, { exitCode }) => (exitCode && changed ? EXIT_CHECK_FAILED : 0),
});
