/** The service's answer as addresses that may stand in an allow-list. */
import { Failure } from '../../errors.ts';
import { type Address, parseAddress, sorted } from './address.ts';

const SHOWN_CHARACTERS = 80;

/**
 * Each address once, in numeric order. Throws an `unexpected_response` failure for anything that is not exactly one address:
 * a range or a misspelling that reached a firewall would let in whoever it happens to mean there.
 */
export function sendingAddresses(answer: readonly unknown[]): readonly Address[] {
  return sorted(
    answer.map((item) => {
      const address = typeof item === 'string' ? parseAddress(item) : undefined;
      if (address !== undefined) return address;
      const shown = (JSON.stringify(item) ?? String(item)).slice(0, SHOWN_CHARACTERS);
      throw new Failure('unexpected_response', `The service listed ${shown}, which is not one IP address.`, {
        hint: 'No allow-list was made of it. See the answer with `loopsctl ips list --json`.',
      });
    }),
  );
}
