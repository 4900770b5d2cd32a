/** `docs/lmx.md` is printed from the data of the language: this test fails when it is stale, and `npm run docs` writes it anew. */
import { expect, test } from 'vitest';
import type { AttributeRule } from '../../src/lmx/attributes.ts';
import { OPERATIONS } from '../../src/lmx/conditions.ts';
import { RULES } from '../../src/lmx/lint/rules.ts';
import type { Tag } from '../../src/lmx/tag.ts';
import { TAGS } from '../../src/lmx/tags.ts';
import { markdownToLmx } from '../../src/nouns/campaigns/markdown.ts';

const CONTENT: Readonly<Record<Tag['content'], string>> = {
  inline: 'text, variables, inline tags',
  text: 'text, variables',
  raw: 'literal text',
  none: 'nothing',
  blocks: 'blocks',
  elements: '',
};

function contentOf({ content, children = [], count, except = [] }: Tag): string {
  const range =
    count === undefined ? '' : Number.isFinite(count[1]) ? `${count[0]} to ${count[1]} ` : `${count[0]} or more `;
  const base = `${CONTENT[content]}${content === 'inline' && children.length > 0 ? ', ' : ''}${range}${children.join(', ')}`;
  return except.length === 0 ? base : `${base} except ${except.join(', ')}`;
}

function valuesOf({ type, required, variables, isOld }: AttributeRule): string {
  const units = { px: ' px', percent: '%', number: '' } as const;
  const kinds = {
    color: 'color',
    boolean: '`true` or `false`',
    widths: 'percentages with a sum of 100',
    font: 'font family',
    text: 'text',
  } as const;
  const value =
    type.kind === 'number'
      ? `${type.min} to ${type.max}${units[type.unit]}${type.isGuess === true ? ' (range not published)' : ''}`
      : type.kind === 'choice'
        ? type.choices.map((choice) => `\`${choice}\``).join(', ')
        : kinds[type.kind];
  const remarks = [
    ...(required ? ['required'] : []),
    ...(variables === 'any' ? ['may contain variables'] : variables === 'one' ? ['exactly one variable'] : []),
    ...(isOld ? ['old'] : []),
  ];
  return [value, ...remarks].join('; ');
}

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (heading: readonly string[], rows: readonly string[]): string =>
  [row(...heading), row(...heading.map(() => '---')), ...rows].join('\n');

const MARKDOWN = [
  '# Heading',
  '### Smaller heading',
  'Hi {contact.firstName}, **bold** and *italic*',
  '~~struck~~',
  '[A link](https://acme.test)',
  '**[A button](https://acme.test)**',
  '![A cat](cat.png)',
  '[![A cat](cat.png)](https://acme.test)',
  '- Item',
  '1. Item',
  '> Quotation',
  '---',
];

async function page(): Promise<string> {
  const markdown = await Promise.all(
    MARKDOWN.map(async (text) =>
      row(`\`${text}\``, `\`${await markdownToLmx(text, 'news.md', () => 'https://…/cat.png')}\``),
    ),
  );
  const tags = Object.entries(TAGS).map(([name, tag]) => {
    const attributes = Object.entries(tag.attributes).map(([key, rule]) =>
      row(`\`${key}\``, valuesOf(rule), rule.does),
    );
    return [
      `### ${name}`,
      `${tag.does}. Contains: ${contentOf(tag)}.${tag.isOld ? ' Only in old documents.' : ''}`,
      ...(attributes.length === 0 ? [] : [table(['attribute', 'value', 'meaning'], attributes)]),
    ].join('\n\n');
  });
  const operations = Object.entries(OPERATIONS).map(([name, { needsValue, words }]) =>
    row(`\`${name}\``, needsValue ? 'required' : 'ignored', `the value ${words}`),
  );
  const rules = RULES.map(({ name, severity, why, fix }) => row(`\`${name}\``, severity, why, fix));
  const isBlock = (wanted: boolean) => Object.keys(TAGS).filter((name) => TAGS[name]?.isBlock === wanted);
  return [
    '# LMX',
    'The language of email content, as loopsctl knows it. Printed from the code by `npm run docs`; `loopsctl schema lmx` prints the same as JSON.',
    'An LMX document is XML without a root: blocks side by side. Values are in quotes. The only named references are `&lt;` `&gt;` `&amp;` `&quot;` and `&apos;`.',
    `Blocks, at the top level: ${isBlock(true).join(', ')}. Never at the top level: ${isBlock(false).join(', ')}.`,
    '## Commands',
    '- `loopsctl messages check welcome.lmx` finds mistakes; `--fix` corrects those with one right answer, and `--links` opens the links.\n- `loopsctl messages format welcome.lmx` writes the canonical form.\n- `loopsctl messages open welcome.lmx` shows the email in the browser.\n- `loopsctl messages vars welcome.lmx` lists its variables.\n- `loopsctl messages diff` compares two emails.\n- `loopsctl types --lang ts` generates types for programs that send emails.',
    'An opened email: [light](pictures/email.png), [phone and dark](pictures/email-phone-dark.png).',
    '## Markdown',
    '`loopsctl campaigns draft --name News --from news.md` converts Markdown:',
    table(['Markdown', 'LMX'], markdown),
    'Text in backticks becomes Code, fenced code a CodeBlock, and two spaces at the end of a line a Br. Levels of headings below 3 become H3. Variables stay as they are. Images that are files are uploaded, each content once, and their paths are relative to the Markdown file. A table with two to four columns becomes one Columns block per row, whose columns stay next to each other on phones; the heading row is bold. HTML, LMX, other tables, checkboxes, and images inside text are refused, with the line of the file.',
    '## Variables',
    '`{contact.firstName}`: campaigns have `contact`, workflows `contact` and `event`, transactional emails `data`. Fallbacks belong to the email message.',
    '## Conditions',
    '`<Section if="{data.plan}" ifOperation="equal" ifValue="pro">` shows its blocks only if the condition holds.',
    table(['`ifOperation`', '`ifValue`', 'shown if'], operations),
    '## Tags',
    ...tags,
    '## Rules',
    'What may be wrong but is not documented is a warning; `messages check --strict` makes it an error.',
    table(['rule', 'severity', 'why', 'fix'], rules),
    '',
  ].join('\n\n');
}

test('docs/lmx.md says what the code says', async () => {
  await expect(await page()).toMatchFileSnapshot('../../docs/lmx.md');
});
