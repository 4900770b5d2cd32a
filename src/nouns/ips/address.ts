/** IP addresses and ranges of them: read strictly, written in their one canonical spelling, in numeric order. */
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

/** Neighbouring addresses of one family, from the first to the last of them. One address is a range of one. */
export interface Range {
  readonly family: Family;
  readonly first: bigint;
  readonly last: bigint;
  /** As it was written; one address has its canonical spelling. */
  readonly text: string;
}

export const BITS: Readonly<Record<Family, number>> = { 4: 32, 6: 128 };

const numberOf = (bytes: readonly number[]): bigint => bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

/**
 * One address, or undefined for any other text. The package reads `1.2.3`, `0x7f.1`, `010.0.0.1` and `fe80::1%eth0` too,
 * which programs understand in different ways or not at all: the platform's own test is strict and comes first.
 * An IPv4-mapped IPv6 address is the IPv4 address inside it, because that is what a packet from it carries: as IPv6, a
 * rule for it would never match.
 */
export function parseAddress(text: string): Address | undefined {
  if (!isIPv4(text) && (!isIPv6(text) || text.includes('%'))) return undefined;
  const address = ipaddr.process(text);
  return {
    family: address.kind() === 'ipv4' ? 4 : 6,
    value: numberOf(address.toByteArray()),
    text: address.toString(),
  };
}

/** A range from an address and the number of leading bits that its addresses share; bits after these are ignored. */
function network({ family, value }: Address, prefix: number, text: string): Range {
  const rest = (1n << BigInt(BITS[family] - prefix)) - 1n;
  const first = value & ~rest;
  return { family, first, last: first | rest, text };
}

const single = ({ family, value, text }: Address): Range => ({ family, first: value, last: value, text });

/** The length of a prefix, written as a number or as an IPv4 mask. */
function prefixLength(text: string, family: Family): number | undefined {
  if (/^(0|[1-9]\d{0,2})$/.test(text)) return Number(text) <= BITS[family] ? Number(text) : undefined;
  return family === 4 && isIPv4(text) ? (ipaddr.IPv4.parse(text).prefixLengthFromSubnetMask() ?? undefined) : undefined;
}

const MAPPED_BITS = BITS[6] - BITS[4];

function prefixRange(address: Address, written: string, length: string, text: string): Range | undefined {
  // The prefix of an IPv4-mapped network counts the 96 bits before the IPv4 address.
  const mapped = address.family === 4 && written.includes(':');
  const prefix = prefixLength(length, mapped ? 6 : address.family);
  if (prefix === undefined || (mapped && prefix < MAPPED_BITS)) return undefined;
  const bits = mapped ? prefix - MAPPED_BITS : prefix;
  return bits === BITS[address.family] ? single(address) : network(address, bits, text);
}

/**
 * An address or a range as allow-lists write them: `192.0.2.1`, `192.0.2.0/24`, `192.0.2.0/255.255.255.0`,
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

/** IPv4 before IPv6, each by number. */
const before = (a: Address, b: Address): number =>
  a.family - b.family || Number(a.value > b.value) - Number(a.value < b.value);

/** Each once, in numeric order. */
export const sorted = (addresses: readonly Address[]): readonly Address[] =>
  [...new Map(addresses.map((address) => [address.text, address])).values()].sort(before);

/** `192.0.2.1/32`: one address as a range, which is how some programs want it. */
export const cidr = ({ family, text }: Address): string => `${text}/${BITS[family]}`;
