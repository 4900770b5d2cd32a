/** Markdown bodies: what each construct becomes, what is refused, and that the result is well-formed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lint } from '../../../src/lmx/lint/lint.ts';
import { parse } from '../../../src/lmx/parse.ts';
import { markdownToLmx } from '../../../src/nouns/campaigns/markdown.ts';

const convert = (markdown: string) =>
  markdownToLmx(markdown, 'news.md', (source) => `https://img.example.com/${source}`);

test.each([
  ['# One', '<H1>One</H1>'],
  ['#### Four', '<H3>Four</H3>'],
  ['Hi {contact.firstName},\nhello', '<Paragraph>Hi {contact.firstName}, hello</Paragraph>'],
  [
    '**b** *i* ~~s~~ `a<b&amp;`',
    '<Paragraph><Strong>b</Strong> <Em>i</Em> <Strike>s</Strike> <Code>a&lt;b&amp;amp;</Code></Paragraph>',
  ],
  ['a & b &amp; c < d', '<Paragraph>a &amp; b &amp; c &lt; d</Paragraph>'],
  ['one  \ntwo', '<Paragraph>one<Br />two</Paragraph>'],
  [
    '[x](https://acme.test/?a=1&b="2")',
    '<Paragraph><Link href="https://acme.test/?a=1&amp;b=&quot;2&quot;">x</Link></Paragraph>',
  ],
  ['**[Go](https://acme.test)**', '<Button href="https://acme.test">Go</Button>'],
  ['![A "cat"](cat.png)', '<Image src="https://img.example.com/cat.png" alt="A &quot;cat&quot;" />'],
  [
    '[![cat](cat.png)](https://acme.test)',
    '<Image src="https://img.example.com/cat.png" alt="cat" href="https://acme.test" />',
  ],
  [
    '- a\n  1. b\n- c',
    '<UnorderedList><ListItem>a<OrderedList><ListItem>b</ListItem></OrderedList></ListItem><ListItem>c</ListItem></UnorderedList>',
  ],
  ['3. a\n\n   b', '<OrderedList start="3"><ListItem>a<Br />b</ListItem></OrderedList>'],
  ['> a\n>\n> b', '<Quote>a</Quote>\n<Quote>b</Quote>'],
  ['```js\nif (a < b) {}\n```', '<CodeBlock>if (a < b) {}</CodeBlock>'],
  ['a\n\n---\n\nb', '<Paragraph>a</Paragraph>\n<Divider />\n<Paragraph>b</Paragraph>'],
  [
    '| Plan | Price |\n|:--|--:|\n| **Solo** | 9 \\| month |\n| [Team](https://acme.test) | |',
    [
      '<Columns stackOnMobile="false"><ColumnItem><Paragraph align="left"><Strong>Plan</Strong></Paragraph></ColumnItem><ColumnItem><Paragraph align="right"><Strong>Price</Strong></Paragraph></ColumnItem></Columns>',
      '<Columns stackOnMobile="false"><ColumnItem><Paragraph align="left"><Strong>Solo</Strong></Paragraph></ColumnItem><ColumnItem><Paragraph align="right">9 | month</Paragraph></ColumnItem></Columns>',
      '<Columns stackOnMobile="false"><ColumnItem><Paragraph align="left"><Link href="https://acme.test">Team</Link></Paragraph></ColumnItem><ColumnItem><Paragraph align="right"></Paragraph></ColumnItem></Columns>',
    ].join('\n'),
  ],
  ['[x][y]\n\n[y]: https://acme.test', '<Paragraph><Link href="https://acme.test">x</Link></Paragraph>'],
  ['<!-- note -->\n\na', '<Paragraph>a</Paragraph>'],
])('%s', async (markdown, lmx) => {
  expect(await convert(markdown)).toBe(lmx);
  expect(lint(parse(lmx), { imageHost: 'img.example.com' }).filter(({ severity }) => severity === 'error')).toEqual([]);
});

test.each([
  ['a table with one column', '| a |\n|---|\n| 1 |', 'line 1: A table with one column'],
  ['a wide table', 'Prices\n\n| a | b | c | d | e |\n|-|-|-|-|-|', 'line 3: A table with more than 4 columns'],
  ['an image in a table', '| a | b |\n|-|-|\n| 1 | ![b](c.png) |', 'line 3: An image inside text'],
  ['HTML', '<div>a</div>', 'news.md, line 1: HTML'],
  ['HTML below Windows line breaks', '# a\r\n\r\nb\r\nc <b>b</b>', 'line 4: HTML'],
  ['HTML in a list', 'a\n\n- b\n- c\n\n  d <u>e</u>', 'line 6: HTML'],
  ['HTML in text', 'a <b>b</b>', 'HTML'],
  ['LMX', '<Style themeId="a" />', 'HTML'],
  ['an image inside text', 'a ![b](c.png)', 'An image inside text'],
  ['a checkbox', '- [ ] a', '"checkbox" in a list'],
  ['code in a list', '- a\n\n      b', '"code" in a list'],
  ['the end of a code block', '```\n</CodeBlock>\n```', 'This code'],
])('%s is refused', async (_, markdown, what) => {
  await expect(convert(markdown)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(`${what} can't be converted`),
  });
});

test('any text is refused or becomes well-formed LMX', async () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\n\n',
    '*',
    '**',
    '_',
    '`',
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
    '&',
    '"',
    '#',
    '- ',
    '1. ',
    '~~',
    '\\',
    '{',
    '}',
    '|',
    '&lt;',
    'https://acme.test',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const lmx = await convert(pieces.join('')).catch((error: { code?: string }) => {
        expect(error.code).toBe('usage');
        return '';
      });
      expect(parse(lmx).problems).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
