/** `ips list`: the dedicated sending IPs, as a list or as an allowlist for a program. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { formatFlag } from './flags.ts';
import { printedAllowlist } from './managed-block.ts';
import { fetchSendingIps, listSendingIps, NO_SENDING_IPS, parseSendingIps } from './operations.ts';

export const listCommand = command({
  notes:
    'Only dedicated sending IPs are listed, not shared ones. The list can change over time. Most receivers need no allowlist. With --format, prints a sorted, deduplicated allowlist for the given program.',
  input: z.object({
    format: formatFlag('print an allowlist'),
  }),
  calls: [listSendingIps],
  output: listSendingIps.output,
  examples: [
    { does: 'One address per line', line: 'ips list' },
    { does: 'As a JSON array', line: 'ips list --json' },
    { does: 'As an nginx allowlist', line: 'ips list --format nginx' },
  ],
  run: async (context, { format }) =>
    format === undefined ? context.call(listSendingIps, {}) : (await fetchSendingIps(context)).map(({ text }) => text),
  view: ({ format }) =>
    format === undefined
      ? {
          kind: 'table',
          columns: [{ heading: 'ADDRESS', path: '', kind: 'id', csv: { name: 'address' } }],
          empty: NO_SENDING_IPS,
        }
      : { kind: 'text', text: (value) => printedAllowlist(format, parseSendingIps(value)).join('\n') },
});
