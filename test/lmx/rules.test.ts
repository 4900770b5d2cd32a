/** Every rule with a document that it finds something in, and one that it does not. */
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/lmx/lint/fix.ts';
import { lint } from '../../src/lmx/lint/lint.ts';
import type { LintOptions } from '../../src/lmx/lint/rule.ts';
import { RULES } from '../../src/lmx/lint/rules.ts';
import { parse } from '../../src/lmx/parse.ts';

const P = '<Paragraph>a</Paragraph>';
const section = (attributes: string, inner = P) => `<Section ${attributes}>${inner}</Section>`;
const columns = (first: string, second = P) =>
  `<Columns><ColumnItem>${first}</ColumnItem><ColumnItem>${second}</ColumnItem></Columns>`;
const IMAGE = 'src="https://images.vialoops.com/a.png"';
const LONG = 'x'.repeat(102_500);

type Case = readonly [rule: string, failing: string, passing: string, options?: LintOptions];

const CASES: readonly Case[] = [
  ['xml', '<Paragraph>a', P],
  ['size', `<Paragraph>${LONG}</Paragraph>`, P],
  ['top-level', 'a', P],
  ['unknown-tag', '<Para>a</Para>', P],
  ['child', '<Button href="https://acme.test"><Em>a</Em></Button>', '<Button href="https://acme.test">a</Button>'],
  ['deep-nesting', section('', columns(section(''))), section('', columns(P))],
  ['count', '<UnorderedList></UnorderedList>', '<UnorderedList><ListItem>a</ListItem></UnorderedList>'],
  ['style-count', '<Style /><Style />', '<Style />'],
  ['component-style', '<Style />', P, { kind: 'component' }],
  ['required', '<Component />', '<Component componentId="c" />'],
  ['value', '<H1 fontSize="11">a</H1>', '<H1 fontSize="12">a</H1>'],
  ['font', '<Style bodyFontFamily="Helvetica" />', '<Style bodyFontFamily="Inter" />'],
  [
    'icon-name',
    '<Icons><Icon name="x" href="https://a.test" /></Icons>',
    '<Icons><Icon name="link" href="https://a.test" /></Icons>',
  ],
  ['unknown-attribute', '<Paragraph class="x">a</Paragraph>', P],
  ['variable-syntax', '<Paragraph>{firstName}</Paragraph>', '<Paragraph>{contact.firstName}</Paragraph>'],
  ['variable-namespace', '<Paragraph>{data.a}</Paragraph>', '<Paragraph>{contact.a}</Paragraph>', { kind: 'campaign' }],
  ['variable-place', '<Image src="{data.a}" />', `<Image ${IMAGE} dynamicSrc="{data.a}" />`],
  [
    'unknown-property',
    '<Paragraph>{contact.plam}</Paragraph>',
    '<Paragraph>{contact.plan}</Paragraph>',
    { known: { contact: ['plan'] } },
  ],
  [
    'fallback-missing',
    '<Paragraph>{contact.a}</Paragraph>',
    '<Paragraph>{contact.b} {contact.email}</Paragraph>',
    { fallbacks: { contact: ['b'] } },
  ],
  ['array-block', '<For variable="{data.a}"><Divider /></For>', P],
  [
    'bare-array',
    '<Paragraph>{data.a[].b}</Paragraph>',
    '<For variable="{data.a}"><Paragraph>{data.a[].b}</Paragraph></For>',
  ],
  ['condition', section('if="x"'), section('if="{data.x}"')],
  ['condition-false', section('if="{data.x}" ifOperation="false"'), section('if="{data.x}" ifOperation="true"')],
  ['condition-ignored', section('ifValue="x"'), section('if="{data.x}" ifOperation="equal" ifValue="x"')],
  [
    'condition-nested',
    section('if="{data.x}"', columns(section('if="{data.y}"'))),
    section('if="{data.x}"', columns(section(''))),
  ],
  [
    'link-broken',
    '<Button href="https://a.test/x">a</Button>',
    '<Button href="https://a.test/y">a</Button>',
    { brokenLinks: new Map([['https://a.test/x', 'gone']]) },
  ],
  [
    'image-scale',
    '<Image src="image:a.png" width="200" />',
    '<Image src="image:a.png" width="100" />',
    { imageWidths: new Map([['image:a.png', 200]]), imageNames: true },
  ],
  ['link-missing', '<Button>a</Button>', '<Button href="{data.a}">a</Button>'],
  ['icon-link-missing', '<Icons><Icon name="link" /></Icons>', '<Icons><Icon name="link" href="tel:1" /></Icons>'],
  ['link-invalid', '<Button href="ftp://a.test">a</Button>', '<Button href="https://a.test/{data.a}">a</Button>'],
  ['mailto', '<Button href="a@acme.test">a</Button>', '<Button href="mailto:a@acme.test">a</Button>'],
  [
    'youtube-short',
    '<Button href="https://youtu.be/a">a</Button>',
    '<Button href="https://www.youtube.com/watch?v=a">a</Button>',
  ],
  ['image-host', '<Image src="https://images.vialoops.com.evil.test/a.png" />', `<Image ${IMAGE} />`],
  [
    'contrast',
    '<Paragraph blockColor="#ffffff"><Text textColor="#eeeeee">a</Text></Paragraph>',
    '<Paragraph blockColor="#ffffff"><Text textColor="#111111">a</Text></Paragraph>',
  ],
  ['alt', `<Image ${IMAGE} />`, `<Image ${IMAGE} alt="" />`],
  ['spacing', `${P}<H2>a</H2>`, `${P}<H2 paddingTop="24">a</H2>`],
  ['one-h1', '<H1>a</H1><H1>b</H1>', '<H1>a</H1>'],
  ['heading-order', '<H1>a</H1><H3>b</H3>', '<H1>a</H1><H2>b</H2>'],
  ['body-colors', P, '<Style themeId="x" />'],
  [
    'tap-target',
    '<Button innerYPadding="2" fontSize="12">a</Button>',
    '<Button innerYPadding="16" fontSize="16">a</Button>',
  ],
  ['code-color', '<CodeBlock blockColor="#aa0000">a</CodeBlock>', '<CodeBlock blockColor="#f1f5f9">a</CodeBlock>'],
  ['heading-size', '<H1 fontSize="20">a</H1>', '<H1 fontSize="30">a</H1>'],
  ['rounded-columns', columns('<Paragraph blockBorderRadius="4">a</Paragraph>'), columns(P)],
  [
    'icons-late',
    `<Icons><Icon name="link" href="tel:1" /></Icons>${P}${P}`,
    `${P}<Icons><Icon name="link" href="tel:1" /></Icons>`,
  ],
  ['few-dividers', `${P}<Divider />${P}<Divider />${P}<Divider />`, `${P}<Divider />${P}`],
  ['br-list', '<Paragraph>- a<Br />- b</Paragraph>', '<Paragraph>a<Br />b</Paragraph>'],
  ['six-digits', '<Divider color="#fff" />', '<Divider color="#ffffff" />'],
  ['style-first', `${P}<Style />`, `<Style />${P}`],
  ['comment', `<!-- a -->${P}`, P],
  ['section-border', section('blockBorderWidth="2"'), section('blockBorderWidth="2" blockBorderColor="#000000"')],
  ['heading-period', '<H1>a.</H1>', '<H1>a...</H1>'],
  ['button-period', '<Button>a.</Button>', '<Button>a</Button>'],
  ['plain-typography', '<Paragraph>a — b</Paragraph>', '<Paragraph>a - b</Paragraph>'],
  ['legal-footer', '<Paragraph>Unsubscribe here</Paragraph>', '<Paragraph>You subscribed</Paragraph>'],
  ['leftover', '<Paragraph>TODO</Paragraph>', '<Paragraph>Todos</Paragraph>'],
  ['empty-button', '<Button></Button>', '<Button>a</Button>'],
  ['subject', P, P, { subject: 'x'.repeat(61) }],
  ['preview-text', P, P, { previewText: 'x' }],
];

const rulesIn = (text: string, options?: LintOptions): readonly string[] =>
  lint(parse(text), options).map(({ rule }) => rule);

test('every rule is here', () => {
  expect(CASES.map(([rule]) => rule).sort()).toEqual(RULES.map(({ name }) => name).sort());
});

test.each(CASES.map(([rule, failing, passing, options]) => ({ rule, failing, passing, options })))(
  '$rule',
  ({ rule, failing, passing, options }) => {
    expect(rulesIn(failing, options)).toContain(rule);
    const { subject: _, previewText: __, ...others } = options ?? {};
    expect(rulesIn(passing, others)).not.toContain(rule);
  },
);

test('rules have sentences, and names of one form', () => {
  for (const { name, why, fix } of RULES) {
    expect(name).toMatch(/^[a-z0-9-]+$/);
    expect(why).toMatch(/\.$/);
    expect(fix).toMatch(/\.$/);
  }
});

test('a place is exact: line and column, and the end', () => {
  const [finding] = lint(parse(`${P}\n  <H1 fontSize="999">a</H1>`)).filter(({ rule }) => rule === 'value');
  expect(finding).toMatchObject({ line: 2, column: 17, endLine: 2, endColumn: 20, suggestion: '64' });
});

test('severities can be set, and a guess is an error only with strict', () => {
  const text = '<Paragraph paddingTop="5000">a</Paragraph>';
  const severities = (options: LintOptions) =>
    lint(parse(text), options)
      .filter(({ rule }) => rule === 'value')
      .map(({ severity }) => severity);
  expect(severities({})).toEqual(['warning']);
  expect(severities({ strict: true })).toEqual(['error']);
  expect(severities({ severities: new Map([['value', 'hint']]) })).toEqual(['hint']);
  expect(severities({ severities: new Map([['value', 'off']]) })).toEqual([]);
});

const FIXES: ReadonlyArray<readonly [before: string, after: string]> = [
  [
    '<Paragraph>a & b &nbsp; 1 < 2 { contact.x }</Paragraph>',
    '<Paragraph>a &amp; b &#160; 1 &lt; 2 {contact.x}</Paragraph>',
  ],
  ['<Divider color="#ABC" />', '<Divider color="#aabbcc" />'],
  ['<Button href="a@b.test">a</Button>', '<Button href="mailto:a@b.test">a</Button>'],
  ['<Button href="https://youtu.be/a_1">a</Button>', '<Button href="https://www.youtube.com/watch?v=a_1">a</Button>'],
  [section('if="{data.x}" ifOperation="false"'), section('if="{data.x}" ifOperation="equal" ifValue="false"')],
  ['<Paragraph>&bogus;</Paragraph>', '<Paragraph>&bogus;</Paragraph>'],
];

test.each(FIXES)('%s is corrected', (before, after) => {
  expect(applyEdits(before, lint(parse(before))).text).toBe(after);
});
