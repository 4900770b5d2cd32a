/** Dedicated sending IPs: the addresses to allow-list, when a firewall insists on one. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { optionalFormatFlag } from './flags.ts';
import type { AllowListName } from './format-names.ts';
import { fetchSendingAddresses, listSendingIps, NO_SENDING_IPS } from './operations.ts';

/** The addresses as an allow-list wants them. */
async function listForFormat(context: Context): Promise<readonly string[]> {
  return (await fetchSendingAddresses(context)).map(({ text }) => text);
}

async function print(value: unknown, format: AllowListName): Promise<string> {
  const [{ sendingAddresses }, { printed }] = await Promise.all([import('./answer.ts'), import('./snippet.ts')]);
  return printed(format, sendingAddresses(listSendingIps.output.parse(value))).join('\n');
}

export const listCommand = command({
  notes:
    'The list may change over time and leaves out the shared addresses. Most receivers need no allow-list at all. With --format the addresses are sorted, each once, as the part of a configuration that lets them in.',
  input: z.object({
    format: optionalFormatFlag('as an allow-list'),
  }),
  calls: [listSendingIps],
  output: listSendingIps.output,
  examples: [
    { does: 'One address a line', line: 'ips list' },
    { does: 'The same as a JSON array', line: 'ips list --json' },
    { does: 'For nginx to include', line: 'ips list --format nginx' },
  ],
  run: (context, { format }) => (format === undefined ? context.call(listSendingIps, {}) : listForFormat(context)),
  view: ({ format }) =>
    format === undefined
      ? {
          kind: 'table',
          columns: [{ heading: 'ADDRESS', path: '', kind: 'id', csv: { name: 'address' } }],
          empty: NO_SENDING_IPS,
        }
      : { kind: 'text', text: (value) => print(value, format) },
});
