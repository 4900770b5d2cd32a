/** The canonical form: idempotent, with the same meaning, and equal normal forms for what Loops makes of a document. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { format } from '../../src/lmx/format.ts';
import { normalForms } from '../../src/lmx/normal-form.ts';
import { documents } from './arbitraries.ts';
import { EXAMPLES } from './documents.ts';
import { meaningOf } from './meaning.ts';

const FORMS: ReadonlyArray<readonly [what: string, before: string, after: string]> = [
  ['one block per line', '<H1>A</H1><Paragraph>B</Paragraph>', '<H1>A</H1>\n<Paragraph>B</Paragraph>\n'],
  ['Style first', '<H1>A</H1>\n<Style themeId="x"></Style>', '<Style themeId="x" />\n<H1>A</H1>\n'],
  [
    'indented children',
    '<Columns><ColumnItem><H2>A</H2></ColumnItem><ColumnItem/></Columns>',
    '<Columns>\n  <ColumnItem>\n    <H2>A</H2>\n  </ColumnItem>\n  <ColumnItem></ColumnItem>\n</Columns>\n',
  ],
  [
    'one line of text',
    '<Paragraph>\n  Hello\n  <Strong>you</Strong>,  all\n</Paragraph>',
    '<Paragraph>Hello <Strong>you</Strong>, all</Paragraph>\n',
  ],
  ['no space at tags', '<Paragraph>a<Em> b </Em>c</Paragraph>', '<Paragraph>a<Em> b </Em>c</Paragraph>\n'],
  ['no-break spaces', '<Paragraph>\u00a0a&#160;</Paragraph>', '<Paragraph>\u00a0a&#160;</Paragraph>\n'],
  [
    'the order of attributes',
    '<Paragraph x=\'1\' paddingTop="4" align=\'center\' blockColor="#FA0">a</Paragraph>',
    '<Paragraph align="center" blockColor="#ffaa00" paddingTop="4" x="1">a</Paragraph>\n',
  ],
  ['quotes', `<Image alt='"a"' src="s" />`, '<Image src="s" alt="&quot;a&quot;" />\n'],
  [
    'empty blocks',
    '<Paragraph />\n<Component componentId="c"></Component>',
    '<Paragraph></Paragraph>\n<Component componentId="c" />\n',
  ],
  [
    'comments',
    '<!-- top -->\n\n<Section><!-- a --><Divider/></Section>',
    '<!-- top -->\n<Section>\n  <!-- a -->\n  <Divider />\n</Section>\n',
  ],
  [
    'code as it is',
    '<CodeBlock  fontSize="12">\n  a  {b}\n</CodeBlock>',
    '<CodeBlock  fontSize="12">\n  a  {b}\n</CodeBlock>\n',
  ],
  ['broken documents as they are', '<Paragraph>a', '<Paragraph>a'],
  ['text at the top level as it is', 'a <Strong>b</Strong>', 'a <Strong>b</Strong>'],
  ['an empty file', '', ''],
];

test.each(FORMS)('%s', (_, before, after) => {
  expect(format(before)).toBe(after);
  expect(format(after)).toBe(after);
});

test('formatting twice changes nothing more, and the meaning stays', () => {
  fc.assert(
    fc.property(fc.oneof(documents, fc.constantFrom(...EXAMPLES.map(({ text }) => text))), (text) => {
      const once = format(text);
      expect(format(once)).toBe(once);
      expect(meaningOf(once)).toEqual(meaningOf(text));
    }),
    { numRuns: 400 },
  );
});

const isSame = (one: string, other: string): boolean => {
  const [first, second] = normalForms(one, other);
  return first === second;
};

test('what Loops changes when it saves is no difference', () => {
  const sent = '<H1 paddingBottom="4">A</H1><Section><Divider paddingTop="0"/></Section>';
  const saved = '<Style themeId="t" />\n<H1>A</H1>\n<Paragraph></Paragraph>\n<Section>\n  <Divider />\n</Section>\n';
  expect(isSame(sent, saved)).toBe(true);
  expect(isSame(sent, saved.replace('A', 'B'))).toBe(false);
});

test('another theme is a difference', () => {
  expect(isSame('<Style themeId="a" /><Divider />', '<Style themeId="b" /><Divider />')).toBe(false);
});

test('any two documents can be compared, in both directions alike', () => {
  fc.assert(
    fc.property(documents, documents, (one, other) => {
      expect(isSame(one, format(one))).toBe(true);
      expect(isSame(one, other)).toBe(isSame(other, one));
    }),
    { numRuns: 200 },
  );
});
