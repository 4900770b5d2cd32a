/** What the tests of allow-lists draw from: addresses as the service lists them, in their canonical spelling. */
import fc from 'fast-check';
import { type Address, parseAddress, sorted } from '../../../src/nouns/ips/address.ts';

const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((octets) => octets.join('.'));

/** With runs of zeros, which the canonical spelling leaves out, and the spellings that end in an IPv4 address. */
const ipv6 = fc.oneof(
  fc
    .array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 })
    .map((groups) => groups.map((group) => group.toString(16)).join(':')),
  fc.nat(0xffff).map((group) => `2001:db8::${group.toString(16)}`),
  ipv4.map((address) => `64:ff9b::${address}`),
);

export const addressText = fc.oneof(ipv4, ipv6);

/** The address in a text that has one. */
export function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(`${text} is no address`);
  return parsed;
}

/** What the answer of the service becomes: each address once, in order. */
export const addressList = fc.array(addressText, { maxLength: 12 }).map((texts) => sorted(texts.map(address)));
