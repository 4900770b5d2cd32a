/** Damaged and oversized documents: nothing crashes, nothing hangs, and places stay inside the text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { format } from '../../src/lmx/format.ts';
import { applyEdits } from '../../src/lmx/lint/fix.ts';
import { lint } from '../../src/lmx/lint/lint.ts';
import { listVariables } from '../../src/lmx/list-variables.ts';
import { parse } from '../../src/lmx/parse.ts';
import { renderPreview } from '../../src/lmx/render/preview.ts';
import type { LmxNode } from '../../src/lmx/tree.ts';
import { anyText } from '../arbitraries.ts';
import { expectProcessorSeconds } from '../processor-time.ts';
import { damaged } from './arbitraries.ts';

/** `npm run fuzz` runs ten times as many. */
const numRuns = Number(process.env['LMX_RUNS'] ?? 1000);

/** Whether each node is inside the one around it and after the one before it. */
function haveOrder(nodes: readonly LmxNode[], start: number, end: number): boolean {
  let at = start;
  return nodes.every((node) => {
    const fits = node.start >= at && node.end >= node.start && node.end <= end;
    at = node.end;
    return fits && (node.kind !== 'element' || haveOrder(node.children, node.openEnd, node.closeStart));
  });
}

const INSIDE_OUT =
  /<(script|style|iframe|object|embed|form|meta|link|base)\b|\son[a-z]+="|(href|src)="(?!https?:|mailto:|tel:|#)/i;

/** What is wrong with the results for a document; each is computed once, so that thousands of documents take seconds. */
function faultsIn(text: string, values: undefined | object): readonly string[] {
  const document = parse(text);
  const lines = text.split('\n');
  const isInside = (line: number, column: number) => column >= 1 && column <= (lines[line - 1]?.length ?? -1) + 1;
  const findings = lint(document, { kind: 'transactional', fallbacks: {} });
  const isPlaced = ({ line, column, endLine, endColumn }: (typeof findings)[number]) =>
    isInside(line, column) && isInside(endLine, endColumn) && (endLine === line ? endColumn >= column : endLine > line);
  const once = format(text);
  applyEdits(text, findings);
  listVariables(text);
  const { body, css } = renderPreview(document, { values });
  return [
    haveOrder(document.children, 0, text.length) ? '' : 'nodes are not in order',
    findings.every(isPlaced) ? '' : 'a finding is outside',
    format(once) === once ? '' : 'formatting again changes something',
    // Only tags and attributes of our own, so nothing in the email became markup.
    INSIDE_OUT.test(body.markup) ? 'content became markup' : '',
    /[<@\\]|url\(|expression/i.test(css) ? 'content became CSS' : '',
  ].filter((fault) => fault !== '');
}

const useAll = (text: string): void => {
  for (const values of [undefined, {}]) expect(faultsIn(text, values)).toEqual([]);
};

// Each was found by the test below, in more runs than usual.
test.each(['<CodeBlock<\n/>', '<CodeBlock a<b>x</CodeBlock>', '<CodeBlock <H1>x</CodeBlock>'])('%j', useAll);

test('damaged documents', () => {
  fc.assert(
    fc.property(
      fc.oneof({ weight: 9, arbitrary: damaged }, { weight: 1, arbitrary: anyText() }),
      fc.boolean(),
      (text, hasValues) => faultsIn(text, hasValues ? {} : undefined).length === 0,
    ),
    { numRuns },
  );
});

test.each([
  '<',
  '<<',
  '<</',
  '<a/',
  '</',
  '<!',
  '<!-',
  '<?',
  '<a b',
  '<a b=',
  '<a b="',
  '<a b="x',
  '</a',
  '<![CDATA[',
  '&',
  '{',
])('a text that ends in %s is reported', (text) => {
  useAll(text);
  expect(lint(parse(`<Paragraph>a</Paragraph>${text}`)).map(({ rule }) => rule)).toContain(
    text === '{' ? 'top-level' : 'xml',
  );
});

const SIZE = 100_000;
const repeated = (part: string): string => part.repeat(Math.ceil(SIZE / part.length));

const LARGE: Readonly<Record<string, string>> = {
  'deep nesting': repeated('<Section>'),
  'deep nesting that ends': `${'<Section>'.repeat(5000)}a${'</Section>'.repeat(5000)}`,
  'closing tags only': repeated('</Section>'),
  'open quotes': repeated('<a b="\n'),
  'open quotes of both kinds': repeated(`<a b="\n<a b='\n`),
  'an attribute of 100 KB': `<Paragraph align="${'x'.repeat(SIZE)}">a</Paragraph>`,
  'a color of 100 KB': `<Divider color="#${'f'.repeat(SIZE)}" />`,
  'a link of 100 KB': `<Button href="${'a@'.repeat(SIZE / 2)}">a</Button>`,
  'a tag of 100 KB': `<${'a'.repeat(SIZE)}>`,
  'many attributes': `<Paragraph${Array.from({ length: 9000 }, (_, index) => ` a${index}=""`).join('')}>a</Paragraph>`,
  'one attribute many times': `<Paragraph${' a=""'.repeat(20_000)}>a</Paragraph>`,
  braces: `<Paragraph>${repeated('{')}</Paragraph>`,
  'braces in pairs': `<Paragraph>${repeated('{a|b} ')}</Paragraph>`,
  variables: `<Paragraph>${repeated('{contact.firstName}')}</Paragraph>`,
  ampersands: `<Paragraph>${repeated('&')}</Paragraph>`,
  'less-than signs': `<Paragraph>${repeated('< ')}</Paragraph>`,
  spaces: `<Paragraph>${repeated(' ')}</Paragraph>`,
  'code blocks without end': repeated('<CodeBlock>'),
  comments: repeated('<!-- -->'),
  'an open comment': `<!--${repeated('-')}`,
  'many blocks': repeated('<H1>.</H1>'),
  'colored blocks': repeated('<Paragraph blockColor="#fff">a</Paragraph>'),
  'open tags': repeated('<a '),
  'control characters': repeated('\u0001'),
  'lone surrogates': repeated('\ud800'),
  'conditions in columns': `${'<Section if="{data.a}"><Columns><ColumnItem>'.repeat(30)}`,
};

test.each(Object.entries(LARGE))('%s take no long time', async (_, text) => {
  // Ten times as much as the slowest takes on a slow machine; what is quadratic takes minutes.
  await expectProcessorSeconds(10, () => useAll(text));
});
