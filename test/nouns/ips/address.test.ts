/** Addresses and ranges: what counts as one, how it is spelled, and in which order they stand. */
import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cidr, contains, parseAddress, parseRange, sorted } from '../../../src/nouns/ips/address.ts';
import { sendingAddresses } from '../../../src/nouns/ips/answer.ts';
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
])('%j is not one address', (text) => {
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

test('the canonical spelling is the one that URLs have, and reads as the same address', () => {
  fc.assert(
    fc.property(addressText, (text) => {
      const read = address(text);
      expect(isIP(read.text)).toBe(read.family);
      expect(address(read.text)).toEqual(read);
      const { hostname } = new URL(`http://${text.includes(':') ? `[${text}]` : text}/`);
      // An IPv4-mapped address has a spelling of its own there.
      if ((read.family === 4) === !text.includes(':')) expect(hostname.replace(/[[\]]/g, '')).toBe(read.text);
    }),
  );
});

test('whatever is said to be an address is one for the platform too, alone and without a zone', () => {
  fc.assert(
    fc.property(fc.oneof(hostileText, fc.stringMatching(/^[0-9a-fx:.%/ -]{0,20}$/)), (text) => {
      const read = parseAddress(text);
      if (read !== undefined) expect(text).toMatch(/^[0-9a-fA-F:.]+$/);
      expect(() => parseRange(text)).not.toThrow();
    }),
  );
});

test('IPv4 comes before IPv6, each by number, each once', () => {
  const texts = ['2001:db8::10', '10.0.0.10', '2001:db8::9', '9.255.255.255', '10.0.0.9', '2001:DB8::9', '::1'];
  expect(sorted(texts.map(address)).map(({ text }) => text)).toEqual([
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
])('%s contains %s and not %s', (range, inside, outside) => {
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
])('%j is no range', (text) => {
  expect(parseRange(text)).toBeUndefined();
});

test('a network contains what the platform says it contains', () => {
  fc.assert(
    fc.property(addressText, addressText, fc.nat(128), (one, other, length) => {
      const [base, probe] = [address(one), address(other)];
      const prefix = base.family === 4 ? length % 33 : length;
      const list = new BlockList();
      const family = base.family === 4 ? 'ipv4' : 'ipv6';
      list.addSubnet(base.text, prefix, family);
      const range = parseRange(`${base.text}/${prefix}`);
      // The platform takes an IPv4 address for the IPv6 one that it can be mapped to.
      if (probe.family === base.family) {
        expect(range && contains(range, probe)).toBe(list.check(probe.text, family));
      }
      expect(range && contains(range, base)).toBe(true);
    }),
  );
});

test('a range of one is that address, in its canonical spelling', () => {
  fc.assert(
    fc.property(addressText, (text) => {
      const one = address(text);
      expect(parseRange(cidr(one))).toEqual(parseRange(one.text));
      expect(parseRange(`${one.text}-${one.text}`)?.text).toBe(one.text);
    }),
  );
});

test.each([[['192.0.2.0/24']], [['192.0.2.1', '']], [['fe80::1%eth0']], [[null]], [[7]], [[{ ip: '192.0.2.1' }]]])(
  'an answer of %j is not taken',
  (answer) => {
    expect(() => sendingAddresses(answer)).toThrow(expect.objectContaining({ code: 'unexpected_response' }));
  },
);
