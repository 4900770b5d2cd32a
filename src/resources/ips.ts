/** Dedicated sending IPs: the addresses to allow-list, when a firewall insists on one. */
import * as z from 'zod';
import { type AnyCommand, fromOperation } from '../define/command.ts';
import { operation } from '../define/operation.ts';

export const listSendingIps = operation('GET /v1/dedicated-sending-ips', 'List the dedicated sending IP addresses', {
  input: {},
  output: z.array(z.string().describe('an IPv4 or IPv6 address')),
});

export const commands: readonly AnyCommand[] = [
  fromOperation(listSendingIps, {
    name: 'list',
    notes:
      'The list may change over time and leaves out the shared addresses. Most receivers need no allow-list at all.',
    positionals: [],
    examples: [
      { does: 'One address a line', line: 'ips list' },
      { does: 'The same as a JSON array', line: 'ips list --json' },
    ],
    view: {
      kind: 'table',
      columns: [{ heading: 'ADDRESS', path: '', kind: 'id' }],
      empty: 'This account has no dedicated sending IP: it sends from shared addresses.',
    },
  }),
];
