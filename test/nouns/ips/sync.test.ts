/** What `ips sync` makes of a file: the block is as the service says, and every other byte as it was. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAllowList } from '../../../src/nouns/ips/allow-list.ts';
import { bytesOfText, findBlock, textOfBytes } from '../../../src/nouns/ips/block.ts';
import { compare } from '../../../src/nouns/ips/compare.ts';
import { type AllowListName, FORMAT_NAMES } from '../../../src/nouns/ips/format-names.ts';
import { ALLOW_LISTS } from '../../../src/nouns/ips/formats/index.ts';
import { snippet } from '../../../src/nouns/ips/snippet.ts';
import { diffLines, synchronised, writtenBefore } from '../../../src/nouns/ips/synchronise.ts';
import { failureOf } from '../../arbitraries.ts';
import { address, addressList } from './addresses.ts';

const target = (name: AllowListName) => ({ file: 'file', name });
const marked = FORMAT_NAMES.filter((name) => ALLOW_LISTS[name].marks !== 'none');
const appending = marked.filter((name) => ALLOW_LISTS[name].appends);
const one = [address('192.0.2.1')];

/** Bytes of any kind, among them what lines are made of. */
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 30 }).map(textOfBytes),
      fc.constantFrom('\n', '\r\n', '\r', '# BEGIN', 'allow 10.0.0.1;', '\u00ef\u00bb\u00bf', '\0'),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

describe.each(marked)('%s', (name) => {
  test('bytes around the block stay, the second time nothing changes, and a check is clean', () => {
    fc.assert(
      fc.property(
        bytes,
        bytes,
        fc.constantFrom('', '  ', '\t'),
        fc.constantFrom('\n', '\r\n'),
        addressList,
        addressList,
        (before, after, indent, lineEnd, old, addresses) => {
          const margin = ALLOW_LISTS[name].atMargin ? '' : indent;
          const lines = snippet(name, old).map(
            (line) => `${/^# (BEGIN|END)/.test(line) ? indent : margin}${line}${lineEnd}`,
          );
          // The end of the last mark is the beginning of what follows.
          const prefix = before === '' || before.endsWith('\n') ? before : `${before}\n`;
          const file = `${prefix}${lines.join('')}${after}`;
          const wanted = synchronised(file, target(name), addresses);
          expect(wanted.startsWith(prefix)).toBe(true);
          expect(wanted.endsWith(`${indent}# END loopsctl ips${lineEnd}${after}`)).toBe(true);
          const block = findBlock(wanted, 'file');
          expect(`${prefix}${indent}# BEGIN loopsctl ips: ${name}${lineEnd}`).toBe(block?.before);
          expect(
            block?.body
              .split('\n')
              .slice(0, -1)
              .every((line) => line.startsWith(margin)),
          ).toBe(true);
          expect(block?.body.split(lineEnd).some((line) => /[\r\n]/.test(line))).toBe(false);
          expect(synchronised(wanted, target(name), addresses)).toBe(wanted);
          expect(textOfBytes(bytesOfText(wanted))).toBe(wanted);
          const checked = compare(addresses, readAllowList(wanted, 'file'));
          expect(checked).toEqual({ missing: [], stale: [], covered: [], present: addresses.map(({ text }) => text) });
          expect([...writtenBefore(file, target(name))]).toEqual(old.map(({ text }) => text));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a file that does not exist gets what the list command prints with marks', () => {
    expect(synchronised(undefined, target(name), one)).toBe(`${snippet(name, one).join('\n')}\n`);
    expect(synchronised('', target(name), one)).toBe(`${snippet(name, one).join('\n')}\n`);
  });

  test('an end in the last line of a file needs no line break', () => {
    const file = `x\r\n${snippet(name, []).join('\r\n')}`;
    expect(synchronised(file, target(name), one)).toBe(`x\r\n${snippet(name, one).join('\r\n')}`);
  });
});

test.each(appending)('%s: what has no block yet gets it at the end, with the line ends of the file', (name) => {
  fc.assert(
    fc.property(bytes, addressList, (before, addresses) => {
      const wanted = synchronised(before, target(name), addresses);
      expect(wanted.startsWith(before)).toBe(true);
      expect(synchronised(wanted, target(name), addresses)).toBe(wanted);
      expect(readAllowList(wanted, 'file').entries).toHaveLength(addresses.length);
    }),
    { numRuns: 60 },
  );
  expect(synchronised('# mine\r\n# last', target(name), [])).toBe(
    `# mine\r\n# last\r\n${snippet(name, []).join('\r\n')}\r\n`,
  );
});

test.each(marked.filter((name) => !appending.includes(name)))(
  '%s: only a person knows where the block belongs',
  async (name) => {
    const { code, hint } = await failureOf(() => synchronised('# mine\n', target(name), one));
    expect(code).toBe('usage');
    expect(hint).toContain(`"# BEGIN loopsctl ips: ${name}" and "# END loopsctl ips"`);
  },
);

test.each([
  ['# BEGIN loopsctl ips\nx\n', 'line 1: a block of loopsctl begins and never ends'],
  ['x\n# END loopsctl ips\n', 'line 2: a block of loopsctl ends that has not begun'],
  [
    '# BEGIN loopsctl ips\n# BEGIN loopsctl ips: nginx\n# END loopsctl ips\n',
    'line 2: a block of loopsctl begins inside',
  ],
  [
    '# BEGIN loopsctl ips\n# END loopsctl ips\r\nx\n# BEGIN loopsctl ips\n# END loopsctl ips',
    'line 4: there is a second',
  ],
  ['# BEGIN loopsctl ips\n# END loopsctl ips\n# END loopsctl ips\n', 'line 3: there is a second'],
  ['# BEGIN loopsctl ips: postfix\n# END loopsctl ips\n', 'The block in file is postfix, not nginx'],
])('marks that do not make one block are refused: %j', async (file, message) => {
  const failure = await failureOf(() => synchronised(file, target('nginx'), one));
  expect(failure.code).toBe('usage');
  expect(failure.message).toContain(message);
});

test('a comment that only speaks of the block is none', () => {
  const text = '# see # BEGIN loopsctl ips\n#BEGIN loopsctl ips2\nx # END loopsctl ips\n';
  expect(findBlock(text, 'file')).toBeUndefined();
});

test('a list that has an address already is not given it a second time', async () => {
  const { code, message } = await failureOf(() => synchronised('10.0.0.1\n192.0.2.1/32\n', target('plain'), one));
  expect({ code, message }).toEqual({
    code: 'usage',
    message: 'file, line 2: 192.0.2.1 stands there already, outside of a block.',
  });
});

test('what somebody wrote into the block is replaced, whatever it is', () => {
  const file = '# BEGIN loopsctl ips: plain\nhello\n10.0.0.1\n# END loopsctl ips\n';
  expect(synchronised(file, target('plain'), one)).toBe(`${snippet('plain', one).join('\n')}\n`);
  expect([...writtenBefore(file, target('plain'))]).toEqual(['10.0.0.1']);
});

describe('aws-sg, which has no comments', () => {
  const written = (addresses = one) => `${snippet('aws-sg', addresses).join('\n')}\n`;

  test('is a whole file, however it is laid out, and stays when nothing changed', () => {
    fc.assert(
      fc.property(addressList, addressList, (old, addresses) => {
        const compact = JSON.stringify(JSON.parse(written([...old])));
        expect(synchronised(compact, target('aws-sg'), addresses)).toBe(written([...addresses]));
        expect(synchronised(written([...addresses]), target('aws-sg'), addresses)).toBe(written([...addresses]));
      }),
    );
  });

  test.each([
    '{}',
    '[{"FromPort":443}]',
    'hello',
    written().replace('25', '587'),
    written().replace('192.0.2.1/32', '10.0.0.0/8'),
  ])('refuses a file that holds anything else: %j', async (file) => {
    const { code, message } = await failureOf(() => synchronised(file, target('aws-sg'), one));
    expect(code).toBe('usage');
    expect(message).toContain('holds more than ips sync writes');
  });
});

describe('the comparison', () => {
  const compared = (text: string, ...addresses: string[]) =>
    compare(addresses.map(address), readAllowList(text, 'file', 'plain'));

  test('tells missing, stale, covered and present apart', () => {
    expect(compared('10.0.0.0/8\n192.0.2.1\n192.0.2.9\n2001:db8::/32', '10.1.2.3', '192.0.2.1', '2001:db9::1')).toEqual(
      {
        present: ['192.0.2.1'],
        covered: [{ address: '10.1.2.3', range: '10.0.0.0/8' }],
        missing: ['2001:db9::1'],
        stale: ['192.0.2.9', '2001:db8::/32'],
      },
    );
  });

  test('an entry that stands there twice is stale once, and a range around an address that is present is not stale', () => {
    expect(compared('192.0.2.9\n192.0.2.9/32\n192.0.2.0/30\n192.0.2.1', '192.0.2.1')).toEqual({
      present: ['192.0.2.1'],
      covered: [],
      missing: [],
      stale: ['192.0.2.9'],
    });
  });
});

describe('the diff', () => {
  test('shows tabs as spaces, line ends not at all, and bytes that are no text as a sign for that', () => {
    expect(diffLines('\tx\r\n\u00ff\r\n', '\tx\r\n\u00ff\r\ny\r\n')).toEqual([
      '@@ -1,2 +1,3 @@',
      '     x',
      ' \ufffd',
      '+y',
    ]);
    expect(diffLines('a\n', 'a\n')).toEqual([]);
  });

  test('of ten thousand lines that are all different says that they are', () => {
    const lines = (octet: number) =>
      Array.from({ length: 10_000 }, (_, n) => `${octet}.0.${n >> 8}.${n & 255}\n`).join('');
    expect(diffLines(lines(10), lines(11))).toEqual(['@@ more than 4000 lines differ @@']);
  });
});
