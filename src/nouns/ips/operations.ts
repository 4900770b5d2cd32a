/** The operation on dedicated sending IPs, and its response as addresses that are safe to put in an allowlist. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { operation } from '../../define/operation.ts';
import { Failure } from '../../errors.ts';
import { type Address, parseAddress, sortAddresses } from './address.ts';

export const listSendingIps = operation('GET /v1/dedicated-sending-ips', 'List the dedicated sending IP addresses', {
  input: {},
  output: z.array(z.string().describe('an IPv4 or IPv6 address')),
});

/** The note for an empty list. */
export const NO_SENDING_IPS = 'This account has no dedicated sending IP: it sends from shared addresses.';

const SHOWN_CHARACTERS = 80;

const unusable = (what: string): Failure =>
  new Failure('unexpected_response', `The API returned ${what}.`, {
    hint: 'No allowlist was created or checked. Run `loopsctl ips list --json` to see the response.',
  });

/**
 * The addresses of a response, sorted and without duplicates. Throws an `unexpected_response` failure for anything that is not
 * exactly one address: in a firewall, a range or a misspelling would admit other hosts.
 */
export function parseSendingIps(response: unknown): readonly Address[] {
  if (!Array.isArray(response)) throw unusable('something other than a list of IP addresses');
  return sortAddresses(
    response.map((item: unknown) => {
      const address = typeof item === 'string' ? parseAddress(item) : undefined;
      if (address !== undefined) return address;
      const shown = (JSON.stringify(item) ?? String(item)).slice(0, SHOWN_CHARACTERS);
      throw unusable(`${shown}, which is not a single IP address`);
    }),
  );
}

/** The sending addresses, with a note if there are none. Rejects like `parseSendingIps`. */
export async function fetchSendingIps(context: Context): Promise<readonly Address[]> {
  const addresses = parseSendingIps(await context.call(listSendingIps, {}));
  if (addresses.length === 0) context.note(NO_SENDING_IPS);
  return addresses;
}
