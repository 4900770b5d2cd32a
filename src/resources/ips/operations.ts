/** The one operation on dedicated sending IPs. */
import * as z from 'zod';
import { operation } from '../../define/operation.ts';

export const listSendingIps = operation('GET /v1/dedicated-sending-ips', 'List the dedicated sending IP addresses', {
  input: {},
  output: z.array(z.string().describe('an IPv4 or IPv6 address')),
});

/** What is said beside an empty list. */
export const NO_SENDING_IPS = 'This account has no dedicated sending IP: it sends from shared addresses.';
