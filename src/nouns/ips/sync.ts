/** `ips sync`: keeps our block in a file as the service says, and nothing else. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Paper } from '../../define/view.ts';
import { usage } from '../../errors.ts';
import { formatFlag } from './flags.ts';
import type { AllowListName } from './format-names.ts';
import { fetchSendingAddresses } from './operations.ts';

const text = z.string();
const lines = z.array(text);

const Synchronisation = z.object({ file: text, changed: z.boolean(), added: lines, removed: lines, diff: lines });
type Synchronisation = z.infer<typeof Synchronisation>;

interface SyncInput {
  readonly file: string;
  readonly format: AllowListName;
  readonly dryRun: boolean;
  readonly allowEmpty: boolean;
}

async function sync(context: Context, { file, format, dryRun, allowEmpty }: SyncInput): Promise<Synchronisation> {
  if (file === '-') throw usage('Standard input cannot be rewritten.', 'Name a file, or use ips list --format.');
  const [{ synchronised, writtenBefore, diffLines, refuseEmpty }, { bytesOfText, textOfBytes }] = await Promise.all([
    import('./synchronise.ts'),
    import('./block.ts'),
  ]);
  const read = async () => {
    const bytes = await context.files.find(file);
    return bytes && textOfBytes(bytes);
  };
  const target = { file, name: format };
  // The file first: what is wrong with it costs no request.
  synchronised(await read(), target, []);
  const addresses = await fetchSendingAddresses(context);
  // Read again: what somebody has changed while the service answered must not be lost.
  const content = await read();
  const before = writtenBefore(content, target);
  const wanted = synchronised(content, target, addresses);
  const changed = wanted !== content;
  if (changed && addresses.length === 0 && !allowEmpty) refuseEmpty(file);
  if (changed && !dryRun) await context.files.replace(file, bytesOfText(wanted));
  if (changed && dryRun) context.note('Nothing was written: --dry-run.');
  const now = new Set(addresses.map((address) => address.text));
  return {
    file,
    changed,
    added: [...now].filter((address) => !before.has(address)),
    removed: [...before].filter((address) => !now.has(address)),
    diff: [...diffLines(content ?? '', wanted)],
  };
}

/** The sign of a line of a diff decides its colour. */
function drawDiff({ file, changed, diff }: Synchronisation, { style }: Pick<Paper, 'style'>): string {
  if (!changed) return `${file} is up to date.`;
  const colours: Readonly<Record<string, (text: string) => string>> = {
    '+': style.green,
    '-': style.red,
    '@': style.cyan,
  };
  return [style.bold(file), ...diff.map((line) => (colours[line.charAt(0)] ?? String)(line))].join('\n');
}

export const syncCommand = command({
  notes:
    'Rewrites the lines between two comments, # BEGIN loopsctl ips and # END loopsctl ips, in one step, and prints what changed. A file that does not exist is made. A file without these comments gets them at its end where that is right for its format (plain, cidr, nftables, ufw, terraform, postfix); elsewhere you write the two where the addresses belong. aws-sg has no comments: it is a whole file. An empty list is not written unless --allow-empty is given (exit code 8).',
  input: z.object({
    file: z.string().min(1).describe('the file to keep'),
    format: formatFlag('how the addresses are written'),
    dryRun: z.boolean().default(false).describe('show what would change and change nothing'),
    allowEmpty: z.boolean().default(false).describe('write an empty list where the service has no address'),
  }),
  positionals: ['file'],
  calls: [listSendingIps],
  output: Synchronisation,
  examples: [
    { does: 'A file for nginx to include', line: 'ips sync loops-allow.conf --format nginx' },
    { does: 'What would change', line: 'ips sync loops.cidr --format postfix --dry-run' },
    { does: 'For a script', line: 'ips sync loops-allow.conf --format nginx --json' },
  ],
  run: sync,
  view: { kind: 'drawing', draw: (value, paper) => drawDiff(Synchronisation.parse(value), paper) },
});
