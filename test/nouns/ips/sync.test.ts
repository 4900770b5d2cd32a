/** What `ips sync` writes: the block has the current addresses, and every other byte stays unchanged. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAllowlist } from '../../../src/nouns/ips/allowlist.ts';
import { compareAllowlist } from '../../../src/nouns/ips/check.ts';
import { ALLOWLIST_FORMATS, ALLOWLIST_NAMES, type AllowlistName } from '../../../src/nouns/ips/formats/index.ts';
import { bytesOfText, findBlock, newAllowlist, textOfBytes } from '../../../src/nouns/ips/managed-block.ts';
import { diffOfBytes as diffLines, previousEntries, rewriteFile } from '../../../src/nouns/ips/rewrite.ts';
import { failureOf } from '../../arbitraries.ts';
import { address, addressList } from './addresses.ts';

const target = (name: AllowlistName) => ({ file: 'file', name });
const marked = ALLOWLIST_NAMES.filter((name) => ALLOWLIST_FORMATS[name].markers !== 'none');
const appending = marked.filter((name) => ALLOWLIST_FORMATS[name].appends);
const one = [address('192.0.2.1')];

/** Arbitrary bytes, including line breaks and parts of lines. */
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
  test('bytes around the block stay, a second run changes nothing, and a check passes', () => {
    fc.assert(
      fc.property(
        bytes,
        bytes,
        fc.constantFrom('', '  ', '\t'),
        fc.constantFrom('\n', '\r\n'),
        addressList,
        addressList,
        (before, after, indent, lineEnd, old, addresses) => {
          const margin = ALLOWLIST_FORMATS[name].noIndent ? '' : indent;
          const lines = newAllowlist(name, old).map(
            (line) => `${/^# (BEGIN|END)/.test(line) ? indent : margin}${line}${lineEnd}`,
          );
          const prefix = before === '' || before.endsWith('\n') ? before : `${before}\n`;
          const file = `${prefix}${lines.join('')}${after}`;
          const wanted = rewriteFile(file, target(name), addresses);
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
          expect(rewriteFile(wanted, target(name), addresses)).toBe(wanted);
          expect(textOfBytes(bytesOfText(wanted))).toBe(wanted);
          const checked = compareAllowlist(addresses, readAllowlist(wanted, 'file'));
          expect(checked).toEqual({ missing: [], stale: [], covered: [], present: addresses.map(({ text }) => text) });
          expect([...previousEntries(file, target(name))]).toEqual(old.map(({ text }) => text));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a missing file is created with markers', () => {
    expect(rewriteFile(undefined, target(name), one)).toBe(`${newAllowlist(name, one).join('\n')}\n`);
    expect(rewriteFile('', target(name), one)).toBe(`${newAllowlist(name, one).join('\n')}\n`);
  });

  test('an END marker in the last line needs no line break', () => {
    const file = `x\r\n${newAllowlist(name, []).join('\r\n')}`;
    expect(rewriteFile(file, target(name), one)).toBe(`x\r\n${newAllowlist(name, one).join('\r\n')}`);
  });
});

test.each(appending)('%s: a file without a block gets one at its end, with the line endings of the file', (name) => {
  fc.assert(
    fc.property(bytes, addressList, (before, addresses) => {
      const wanted = rewriteFile(before, target(name), addresses);
      expect(wanted.startsWith(before)).toBe(true);
      expect(rewriteFile(wanted, target(name), addresses)).toBe(wanted);
      expect(readAllowlist(wanted, 'file').entries).toHaveLength(addresses.length);
    }),
    { numRuns: 60 },
  );
  expect(rewriteFile('# mine\r\n# last', target(name), [])).toBe(
    `# mine\r\n# last\r\n${newAllowlist(name, []).join('\r\n')}\r\n`,
  );
});

test.each(marked.filter((name) => !appending.includes(name)))(
  '%s: the user must add the markers to an existing file',
  async (name) => {
    const { code, hint } = await failureOf(() => rewriteFile('# mine\n', target(name), one));
    expect(code).toBe('usage');
    expect(hint).toContain(`"# BEGIN loopsctl ips: ${name}" and "# END loopsctl ips"`);
  },
);

test.each([
  ['# BEGIN loopsctl ips\nx\n', 'line 1: BEGIN marker without END marker'],
  ['x\n# END loopsctl ips\n', 'line 2: END marker without BEGIN marker'],
  ['# BEGIN loopsctl ips\n# BEGIN loopsctl ips: nginx\n# END loopsctl ips\n', 'line 2: BEGIN marker inside a block'],
  [
    '# BEGIN loopsctl ips\n# END loopsctl ips\r\nx\n# BEGIN loopsctl ips\n# END loopsctl ips',
    'line 4: second loopsctl block',
  ],
  ['# BEGIN loopsctl ips\n# END loopsctl ips\n# END loopsctl ips\n', 'line 3: second loopsctl block'],
  ['# BEGIN loopsctl ips: postfix\n# END loopsctl ips\n', 'The block in file has the format postfix, not nginx'],
])('markers that do not form one block are rejected: %j', async (file, message) => {
  const failure = await failureOf(() => rewriteFile(file, target('nginx'), one));
  expect(failure.code).toBe('usage');
  expect(failure.message).toContain(message);
});

test('a comment that only mentions the marker is not a marker', () => {
  const text = '# see # BEGIN loopsctl ips\n#BEGIN loopsctl ips2\nx # END loopsctl ips\n';
  expect(findBlock(text, 'file')).toBeUndefined();
});

test('an address that is already listed outside the block is an error', async () => {
  const { code, message } = await failureOf(() => rewriteFile('10.0.0.1\n192.0.2.1/32\n', target('plain'), one));
  expect({ code, message }).toEqual({
    code: 'usage',
    message: 'file, line 2: 192.0.2.1 is already listed outside the block.',
  });
});

test('manual changes in the block are replaced', () => {
  const file = '# BEGIN loopsctl ips: plain\nhello\n10.0.0.1\n# END loopsctl ips\n';
  expect(rewriteFile(file, target('plain'), one)).toBe(`${newAllowlist('plain', one).join('\n')}\n`);
  expect([...previousEntries(file, target('plain'))]).toEqual(['10.0.0.1']);
});

describe('aws-sg, a format without comments', () => {
  const written = (addresses = one) => `${newAllowlist('aws-sg', addresses).join('\n')}\n`;

  test('the entire file is replaced, in any layout, and an unchanged list stays the same', () => {
    fc.assert(
      fc.property(addressList, addressList, (old, addresses) => {
        const compact = JSON.stringify(JSON.parse(written([...old])));
        expect(rewriteFile(compact, target('aws-sg'), addresses)).toBe(written([...addresses]));
        expect(rewriteFile(written([...addresses]), target('aws-sg'), addresses)).toBe(written([...addresses]));
      }),
    );
  });

  test.each([
    '{}',
    '[{"FromPort":443}]',
    'hello',
    written().replace('25', '587'),
    written().replace('192.0.2.1/32', '10.0.0.0/8'),
  ])('a file with other content is rejected: %j', async (file) => {
    const { code, message } = await failureOf(() => rewriteFile(file, target('aws-sg'), one));
    expect(code).toBe('usage');
    expect(message).toContain('file has other content.');
  });
});

describe('the comparison', () => {
  const compared = (text: string, ...addresses: string[]) =>
    compareAllowlist(addresses.map(address), readAllowlist(text, 'file', 'plain'));

  test('distinguishes missing, stale, covered and present', () => {
    expect(compared('10.0.0.0/8\n192.0.2.1\n192.0.2.9\n2001:db8::/32', '10.1.2.3', '192.0.2.1', '2001:db9::1')).toEqual(
      {
        present: ['192.0.2.1'],
        covered: [{ address: '10.1.2.3', range: '10.0.0.0/8' }],
        missing: ['2001:db9::1'],
        stale: [
          { entry: '192.0.2.9', line: 3 },
          { entry: '2001:db8::/32', line: 4 },
        ],
      },
    );
  });

  test('a duplicate entry is stale once, and a range around a present address is not stale', () => {
    expect(compared('192.0.2.9\n192.0.2.9/32\n192.0.2.0/30\n192.0.2.1', '192.0.2.1')).toEqual({
      present: ['192.0.2.1'],
      covered: [],
      missing: [],
      stale: [{ entry: '192.0.2.9', line: 1 }],
    });
  });
});

describe('the diff', () => {
  test('has tabs as spaces, no line endings, and replacement characters for invalid UTF-8', async () => {
    expect(await diffLines('\tx\r\n\u00ff\r\n', '\tx\r\n\u00ff\r\ny\r\n')).toEqual([
      '@@ -1,2 +1,3 @@',
      '     x',
      ' \ufffd',
      '+y',
    ]);
    expect(await diffLines('a\n', 'a\n')).toEqual([]);
  });

  test('of ten thousand different lines is cut', async () => {
    const lines = (octet: number) =>
      Array.from({ length: 10_000 }, (_, n) => `${octet}.0.${n >> 8}.${n & 255}\n`).join('');
    expect(await diffLines(lines(10), lines(11))).toEqual(['@@ more than 4000 lines differ @@']);
  });
});
