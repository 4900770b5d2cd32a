/** The preview: values, conditions, links, and what stays text. */
import { expect, test } from 'vitest';
import { listVariables } from '../../src/lmx/list-variables.ts';
import { parse } from '../../src/lmx/parse.ts';
import { type PreviewOptions, renderPreview } from '../../src/lmx/render/preview.ts';
import { TAGS } from '../../src/lmx/tags.ts';
import { TRIAL } from './documents.ts';

const htmlOf = (text: string, options?: PreviewOptions): string => renderPreview(parse(text), options).body.markup;

test('conditions are evaluated, and hidden sections have a reason', () => {
  const shown = renderPreview(parse(TRIAL), { values: { data: { trial: 'true', trialEnd: '1 May' } } });
  expect(shown.body.markup).toContain('Your trial runs until 1 May.');
  expect(shown.body.markup).not.toContain('Thank you');
  expect(shown.hidden).toEqual([{ line: 6, why: '{data.trial} is "true"; it is shown if the value is not "true"' }]);
  const without = renderPreview(parse(TRIAL), { values: {} });
  expect(without.body.markup).toContain('Thank you');
  expect(without.hidden).toEqual([{ line: 3, why: '{data.trial} is not set; it is shown if the value is "true"' }]);
});

const OPERATIONS: ReadonlyArray<readonly [attributes: string, value: string | undefined, isShown: boolean]> = [
  ['', 'x', true],
  ['', '', false],
  ['ifOperation="empty"', undefined, true],
  ['ifOperation="true"', 'true', true],
  ['ifOperation="false"', 'false', false],
  ['ifOperation="equal" ifValue="a"', 'a', true],
  ['ifOperation="not_equal" ifValue="a"', undefined, true],
  ['ifOperation="contains" ifValue="b"', 'abc', true],
  ['ifOperation="not_contains" ifValue="b"', 'abc', false],
  ['ifOperation="numeric_equal" ifValue="1"', '1.0', true],
  ['ifOperation="numeric_not_equal" ifValue="1"', '2', true],
  ['ifOperation="greater_than" ifValue="9"', '10', true],
  ['ifOperation="less_than" ifValue="9"', undefined, false],
];

test.each(OPERATIONS)('a section with %s for %j', (attributes, value, isShown) => {
  const text = `<Section if="{data.v}" ${attributes}><Paragraph>inside</Paragraph></Section>`;
  expect(htmlOf(text, { values: { data: value === undefined ? {} : { v: value } } }).includes('inside')).toBe(isShown);
});

test('a value comes from the data, else from a fallback, else it stays visible as a placeholder', () => {
  const text = '<Paragraph>{contact.a} {contact.b} {contact.c}</Paragraph>';
  const html = htmlOf(text, { values: { contact: { a: 'A' } }, fallbacks: { contact: { b: 'B' } } });
  expect(html).toContain('A B <span class="made" title="{contact.c}">{contact.c}</span>');
  expect(htmlOf('<Paragraph>{contact.firstName}</Paragraph>')).toContain('>First name</span>');
});

test('items of an array are repeated', () => {
  const text = '<For variable="{data.items}"><Paragraph>{data.items[].name}!</Paragraph></For>';
  const html = htmlOf(text, { values: { data: { items: [{ name: 'one' }, { name: 'two' }] } } });
  expect(html).toMatch(/one!.*two!/);
});

const HOSTILE: ReadonlyArray<readonly [text: string, options?: PreviewOptions]> = [
  ['<script>alert(1)</script>'],
  ['<Paragraph onclick="alert(1)" style="color:red">&lt;script&gt;</Paragraph>'],
  ['<Button href="javascript:alert(1)">a</Button>'],
  ['<Button href=" java&#10;script:alert(1)">a</Button>'],
  ['<Button href="{data.x}">a</Button>', { values: { data: { x: 'javascript:alert(1)' } } }],
  ['<Paragraph>{data.x}</Paragraph>', { values: { data: { x: '<img src=x onerror=alert(1)>' } } }],
  ['<Image src="javascript:alert(1)" alt="&quot;&gt;&lt;script&gt;" />', { images: true }],
  ['<Image src="http://images.test/a.png" alt="x" />', { images: true }],
  ['<Paragraph blockColor="red;background:url(//x)">a</Paragraph>'],
  ['<Style bodyFontFamily="x;}*{color:red" bodyColor="url(x)" /><Divider />'],
  ['<Columns widths="1fr;}body{display:none},2"><ColumnItem /><ColumnItem /></Columns>'],
  ['<iframe src="https://x.test"></iframe><CodeBlock><script>alert(1)</script></CodeBlock>'],
];

test.each(HOSTILE.map(([text, options]) => ({ text, options })))('$text stays text', ({ text, options }) => {
  const { body, css } = renderPreview(parse(text), options);
  expect(body.markup).not.toMatch(/<(script|iframe|img)\b|\son[a-z]+="|\sstyle="|(href|src)="(?!https:|mailto:|#)/i);
  expect(css).not.toMatch(/url|red|none|\}\s*[*b]/);
});

const parentOf: Readonly<Record<string, (inner: string) => string>> = {
  ListItem: (inner) => `<UnorderedList>${inner}</UnorderedList>`,
  ColumnItem: (inner) => `<Columns>${inner}${inner}</Columns>`,
  Icon: (inner) => `<Icons>${inner}</Icons>`,
};

test.each(Object.keys(TAGS).filter((name) => name !== 'Style'))('%s is rendered', (name) => {
  const { content, isInline } = TAGS[name] ?? {};
  const inner = content === 'blocks' ? '<Divider />' : content === 'none' || content === 'elements' ? '' : 'words';
  const attributes =
    name === 'Component' ? 'componentId="c"' : name === 'For' ? 'variable="{data.items}"' : 'name="link"';
  const around = isInline
    ? (text: string) => `<Paragraph>${text}</Paragraph>`
    : (parentOf[name] ?? ((text: string) => text));
  const html = htmlOf(around(`<${name} ${attributes}>${inner}</${name}>`));
  expect(html).not.toContain('class="unknown"');
  if (inner === 'words') expect(html).toContain('words');
});

test('the plain text has links, and leaves out hidden sections', () => {
  const { text } = renderPreview(
    parse(`<H1>Hi</H1><Paragraph>See <Link href="https://acme.test">this</Link></Paragraph>${TRIAL}`),
    {
      values: {},
    },
  );
  expect(text).toContain('Hi\n\nSee this (https://acme.test)');
  expect(text).not.toContain('trial');
});

test('variables are listed with what they need', () => {
  const listed = listVariables(TRIAL, { subject: 'For {data.name}' });
  expect(listed.map(({ name, isAlwaysShown, uses }) => [name, isAlwaysShown, uses.length])).toEqual([
    ['name', true, 1],
    ['trial', false, 2],
    ['trialEnd', false, 1],
  ]);
  const [items] = listVariables(
    '<For variable="{data.items}"><Paragraph>{data.items[].a} {data.items[].b}</Paragraph></For>',
  );
  expect(items).toMatchObject({ kind: 'array', fields: ['a', 'b'], isAlwaysShown: true });
});
