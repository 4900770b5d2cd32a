/** The one operation on dedicated sending IPs, and its answer as addresses that may stand in an allow-list. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { operation } from '../../define/operation.ts';
import type { Address } from './address.ts';

export const listSendingIps = operation('GET /v1/dedicated-sending-ips', 'List the dedicated sending IP addresses', {
  input: {},
  output: z.array(z.string().describe('an IPv4 or IPv6 address')),
});

/** What is said beside an empty list. */
export const NO_SENDING_IPS = 'This account has no dedicated sending IP: it sends from shared addresses.';

/** Each address once, in numeric order; says so where there is none. Rejects where the answer has anything else in it. */
export async function fetchSendingAddresses(context: Context): Promise<readonly Address[]> {
  const [{ sendingAddresses }, answer] = await Promise.all([import('./answer.ts'), context.call(listSendingIps, {})]);
  const addresses = sendingAddresses(answer);
  if (addresses.length === 0) context.note(NO_SENDING_IPS);
  return addresses;
}
