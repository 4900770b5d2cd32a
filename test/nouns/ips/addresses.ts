/** Arbitrary addresses for the tests of allowlists. */
import fc from 'fast-check';
import { type Address, parseAddress, sortAddresses } from '../../../src/nouns/ips/address.ts';

const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((octets) => octets.join('.'));

/** Includes runs of zeros, and spellings that end in an IPv4 address. */
const ipv6 = fc.oneof(
  fc
    .array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 })
    .map((groups) => groups.map((group) => group.toString(16)).join(':')),
  fc.nat(0xffff).map((group) => `2001:db8::${group.toString(16)}`),
  ipv4.map((address) => `64:ff9b::${address}`),
);

export const addressText = fc.oneof(ipv4, ipv6);

/** The address in a text. Throws if there is none. */
export function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(`${text} is not an address`);
  return parsed;
}

/** The addresses of a response: sorted and without duplicates. */
export const addressList = fc.array(addressText, { maxLength: 12 }).map((texts) => sortAddresses(texts.map(address)));
