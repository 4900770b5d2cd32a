/** Markdown bodies: what each construct becomes, what is refused, and that the result is well-formed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lint } from '../../../src/lmx/lint/lint.ts';
import { parse } from '../../../src/lmx/parse.ts';
import { markdownToLmx } from '../../../src/nouns/campaigns/markdown.ts';

const convert = (markdown: string) => markdownToLmx(markdown, (source) => `https://img.example.com/${source}`);

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
  ['[x][y]\n\n[y]: https://acme.test', '<Paragraph><Link href="https://acme.test">x</Link></Paragraph>'],
  ['<!-- note -->\n\na', '<Paragraph>a</Paragraph>'],
])('%s', async (markdown, lmx) => {
  expect(await convert(markdown)).toBe(lmx);
  expect(lint(parse(lmx), { imageHost: 'img.example.com' }).filter(({ severity }) => severity === 'error')).toEqual([]);
});

test.each([
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', 'A table'],
  ['HTML', '<div>a</div>', 'HTML'],
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
