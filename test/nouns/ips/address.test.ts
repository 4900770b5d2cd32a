/** Addresses and ranges: what is accepted, how it is spelled, and how it is sorted. */
import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { cidr, contains, parseAddress, parseRange, sortAddresses } from '../../../src/nouns/ips/address.ts';
import { parseSendingIps } from '../../../src/nouns/ips/operations.ts';
import { hostileText } from '../../arbitraries.ts';
import { address, addressText } from './addresses.ts';

test.each([
  '',
  ' ',
  '1.2.3',
  '16909060',
  '0x7f.1',
  '0x7f000001',
  '010.0.0.1',
  '1.2.3.04',
  '1.2.3.256',
  '1.2.3.4.5',
  '1.2.3.4 ',
  ' 1.2.3.4',
  '1.2.3.4\n',
  '1.2.3.4;deny all',
  '１.2.3.4',
  '192.0.2.0/24',
  '192.0.2.1/32',
  '192.0.2.1-192.0.2.9',
  'fe80::1%eth0',
  '::1%',
  '[::1]',
  '1::2::3',
  '12345::',
  '::ffff:0x7f.0.0.1',
  '::1.2.3',
  'localhost',
  'all',
])('%j is not a single address', (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:25', '2001:db8::25'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['::', '::'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
])('%s is spelled %s', (text, canonical) => {
  expect(parseAddress(text)?.text).toBe(canonical);
});

test('an independent library reads and spells every address in the same way', () => {
  fc.assert(
    fc.property(addressText, (text) => {
      const expected = ipaddr.process(text);
      const value = expected.toByteArray().reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
      const family = expected.kind() === 'ipv4' ? 4 : 6;
      expect(parseAddress(text)).toEqual({ family, value, text: expected.toString() });
    }),
  );
});

test('the canonical spelling is the one in URLs, and parses to the same address', () => {
  fc.assert(
    fc.property(addressText, (text) => {
      const read = address(text);
      expect(isIP(read.text)).toBe(read.family);
      expect(address(read.text)).toEqual(read);
      const { hostname } = new URL(`http://${text.includes(':') ? `[${text}]` : text}/`);
      // URLs spell IPv4-mapped addresses differently.
      if ((read.family === 4) === !text.includes(':')) expect(hostname.replace(/[[\]]/g, '')).toBe(read.text);
    }),
  );
});

test('what parses as an address has only hex digits, colons and dots', () => {
  fc.assert(
    fc.property(fc.oneof(hostileText, fc.stringMatching(/^[0-9a-fx:.%/ -]{0,20}$/)), (text) => {
      const read = parseAddress(text);
      if (read !== undefined) expect(text).toMatch(/^[0-9a-fA-F:.]+$/);
      expect(() => parseRange(text)).not.toThrow();
    }),
  );
});

test('addresses are sorted by number without duplicates, IPv4 before IPv6', () => {
  const texts = ['2001:db8::10', '10.0.0.10', '2001:db8::9', '9.255.255.255', '10.0.0.9', '2001:DB8::9', '::1'];
  expect(sortAddresses(texts.map(address)).map(({ text }) => text)).toEqual([
    '9.255.255.255',
    '10.0.0.9',
    '10.0.0.10',
    '::1',
    '2001:db8::9',
    '2001:db8::10',
  ]);
});

test.each([
  ['192.0.2.0/24', '192.0.2.255', '192.0.3.0'],
  ['192.0.2.77/24', '192.0.2.0', '192.0.1.255'],
  ['192.0.2.0/255.255.255.0', '192.0.2.9', '192.0.3.9'],
  ['192.0.2.5-192.0.2.9', '192.0.2.9', '192.0.2.10'],
  ['0.0.0.0/0', '255.255.255.255', '::1'],
  ['2001:db8::/32', '2001:db8:ffff::1', '2001:db9::1'],
  ['::/0', 'ffff::', '1.2.3.4'],
  ['::ffff:192.0.2.0/120', '192.0.2.255', '192.0.3.0'],
])('%s contains %s but not %s', (range, inside, outside) => {
  const parsed = parseRange(range);
  expect(parsed?.text).toBe(range);
  expect(parsed && contains(parsed, address(inside))).toBe(true);
  expect(parsed && contains(parsed, address(outside))).toBe(false);
});

test.each([
  '192.0.2.0/33',
  '192.0.2.0/024',
  '192.0.2.0/',
  '/24',
  '192.0.2.0/24/24',
  '192.0.2.0/255.0.255.0',
  '2001:db8::/129',
  '2001:db8::/255.255.255.0',
  '192.0.2.9-192.0.2.1',
  '192.0.2.1-2001:db8::1',
  '192.0.2.1-',
  '10.0/16',
  '::ffff:192.0.2.0/24',
])('%j is not a range', (text) => {
  expect(parseRange(text)).toBeUndefined();
});

test('a network contains the same addresses as a BlockList of Node', () => {
  fc.assert(
    fc.property(addressText, addressText, fc.nat(128), (one, other, length) => {
      const [base, probe] = [address(one), address(other)];
      const prefix = base.family === 4 ? length % 33 : length;
      const list = new BlockList();
      const family = base.family === 4 ? 'ipv4' : 'ipv6';
      list.addSubnet(base.text, prefix, family);
      const range = parseRange(`${base.text}/${prefix}`);
      // Node treats an IPv4 address as the IPv6 address that it maps to.
      if (probe.family === base.family) {
        expect(range && contains(range, probe)).toBe(list.check(probe.text, family));
      }
      expect(range && contains(range, base)).toBe(true);
    }),
  );
});

test('a range of one address has the canonical spelling of the address', () => {
  fc.assert(
    fc.property(addressText, (text) => {
      const one = address(text);
      expect(parseRange(cidr(one))).toEqual(parseRange(one.text));
      expect(parseRange(`${one.text}-${one.text}`)?.text).toBe(one.text);
    }),
  );
});

test.each([
  [['192.0.2.0/24']],
  [['192.0.2.1', '']],
  [['fe80::1%eth0']],
  [[null]],
  [[7]],
  [[{ ip: '192.0.2.1' }]],
  [null],
  [{}],
  ['192.0.2.1'],
])('a response of %j is rejected', (response) => {
  expect(() => parseSendingIps(response)).toThrow(expect.objectContaining({ code: 'unexpected_response' }));
});
