/** IP addresses and ranges: parsed strictly, printed in one canonical spelling, sorted by number. */
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Family = 4 | 6;

export interface Address {
  readonly family: Family;
  /** The 32 or 128 bits as a number. */
  readonly value: bigint;
  /** The canonical spelling; for IPv6 that of RFC 5952. */
  readonly text: string;
}

/** Consecutive addresses of one family. A single address is a range of one. */
export interface Range {
  readonly family: Family;
  readonly first: bigint;
  readonly last: bigint;
  /** As written; a single address has its canonical spelling. */
  readonly text: string;
}

const BITS: Readonly<Record<Family, number>> = { 4: 32, 6: 128 };

const bytesToNumber = (bytes: readonly number[]): bigint =>
  bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

/**
 * One address; undefined for any other text. The package also accepts `1.2.3`, `010.0.0.1` and `fe80::1%eth0`, which
 * programs read differently, so the stricter test of Node comes first. An IPv4-mapped IPv6 address becomes the IPv4
 * address: packets carry that one, and an IPv6 rule would never match them.
 */
export function parseAddress(text: string): Address | undefined {
  if (!isIPv4(text) && (!isIPv6(text) || text.includes('%'))) return undefined;
  const address = ipaddr.process(text);
  return {
    family: address.kind() === 'ipv4' ? 4 : 6,
    value: bytesToNumber(address.toByteArray()),
    text: address.toString(),
  };
}

/** The range of a prefix length. Bits after the prefix are ignored. */
function network({ family, value }: Address, prefix: number, text: string): Range {
  const rest = (1n << BigInt(BITS[family] - prefix)) - 1n;
  const first = value & ~rest;
  return { family, first, last: first | rest, text };
}

const single = ({ family, value, text }: Address): Range => ({ family, first: value, last: value, text });

/** A prefix length, written as a number or as an IPv4 mask. */
function prefixLength(text: string, family: Family): number | undefined {
  if (/^(0|[1-9]\d{0,2})$/.test(text)) return Number(text) <= BITS[family] ? Number(text) : undefined;
  return family === 4 && isIPv4(text) ? (ipaddr.IPv4.parse(text).prefixLengthFromSubnetMask() ?? undefined) : undefined;
}

const MAPPED_BITS = BITS[6] - BITS[4];

function prefixRange(address: Address, written: string, length: string, text: string): Range | undefined {
  // The prefix of an IPv4-mapped network includes the 96 bits before the IPv4 address.
  const mapped = address.family === 4 && written.includes(':');
  const prefix = prefixLength(length, mapped ? 6 : address.family);
  if (prefix === undefined || (mapped && prefix < MAPPED_BITS)) return undefined;
  const bits = mapped ? prefix - MAPPED_BITS : prefix;
  return bits === BITS[address.family] ? single(address) : network(address, bits, text);
}

/**
 * An address or range in any spelling that allowlists use: `192.0.2.1`, `192.0.2.0/24`, `192.0.2.0/255.255.255.0`,
 * `192.0.2.1-192.0.2.9`; undefined for any other text.
 */
export function parseRange(text: string): Range | undefined {
  const [, written = '', sign, end = ''] = /^([^/-]*)(?:([/-])(.*))?$/.exec(text) ?? [];
  const address = parseAddress(written);
  if (address === undefined) return undefined;
  if (sign === undefined) return single(address);
  if (sign === '/') return prefixRange(address, written, end, text);
  const last = parseAddress(end);
  if (last?.family !== address.family || last.value < address.value) return undefined;
  return last.value === address.value
    ? single(address)
    : { family: address.family, first: address.value, last: last.value, text };
}

export const contains = (range: Range, { family, value }: Address): boolean =>
  range.family === family && range.first <= value && value <= range.last;

export const isOneAddress = ({ first, last }: Range): boolean => first === last;

/** IPv4 before IPv6, then by number. */
const compareAddresses = (a: Address, b: Address): number =>
  a.family - b.family || Number(a.value > b.value) - Number(a.value < b.value);

/** Without duplicates, in numeric order. */
export const sortAddresses = (addresses: readonly Address[]): readonly Address[] =>
  [...new Map(addresses.map((address) => [address.text, address])).values()].sort(compareAddresses);

/** `192.0.2.1/32`: a single address as a network. */
export const cidr = ({ family, text }: Address): string => `${text}/${BITS[family]}`;
