/** The page that shows an email: one file without scripts, under a policy that allows nothing but its own styles. */
import { lint } from '../../../lmx/lint/lint.ts';
import type { LintOptions, Severity } from '../../../lmx/lint/rule.ts';
import { parse } from '../../../lmx/parse.ts';
import { type PreviewOptions, renderPreview } from '../../../lmx/render/preview.ts';
import { exampleFor } from '../../../lmx/render/values.ts';
import type { LmxNode } from '../../../lmx/tree.ts';
import { element, type Markup } from '../../../text/xml.ts';
import type { EmailMessage } from '../operations.ts';
import { PAGE_STYLE } from '../preview-style.ts';

export interface PageInput {
  readonly source: string;
  readonly lmx: string;
  readonly message?: Partial<EmailMessage> | undefined;
  readonly lintOptions: LintOptions;
  readonly preview: Omit<PreviewOptions, 'marks'>;
  /** Sentences about what the page cannot show. */
  readonly remarks: readonly string[];
  /** A script that reloads the page, with `--watch`. */
  readonly script?: string | undefined;
}

interface NumberedFinding {
  readonly number: number;
  readonly severity: Severity;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** Offsets of the first character of each line. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/** The innermost block that contains an offset, and that a mark can be put on. */
function blockAt(nodes: readonly LmxNode[], offset: number): number | undefined {
  for (const node of nodes) {
    if (node.kind !== 'element' || offset < node.start || offset >= node.end) continue;
    const isContainer = ['Section', 'Columns', 'ColumnItem', 'Component', 'For'].includes(node.name);
    return (
      (isContainer ? blockAt(node.children, offset) : undefined) ??
      (node.name === 'ColumnItem' ? undefined : node.start)
    );
  }
  return undefined;
}

const choice = (group: string, legend: string, options: ReadonlyArray<readonly [id: string, label: string]>): Markup =>
  element(
    'fieldset',
    {},
    ...options.map(([id, label], index) =>
      element(
        'label',
        {},
        {
          markup: `<input type="radio" name="${group}" id="${id}"${index === 0 ? ' checked' : ''} aria-label="${legend}: ${label}">`,
        },
        ` ${label}`,
      ),
    ),
  );

const IMAGES = [
  ['images-on', 'Images'],
  ['images-off', 'Images off'],
] as const;

function inbox({ source, message = {} }: PageInput, fill: (text: string) => string): Markup {
  const sender = message.fromName || message.fromEmail;
  const shown = (text: string | undefined, missing: string) =>
    text === undefined || text === '' ? missing : fill(text);
  return element(
    'div',
    { class: 'inbox' },
    element('b', {}, shown(sender, 'Sender')),
    element('strong', {}, message.subject === undefined ? source : shown(message.subject, '(no subject)')),
    element('span', {}, shown(message.previewText, '')),
  );
}

const findingItem = ({ number, severity, line, rule, message, suggestion }: NumberedFinding): Markup =>
  element(
    'li',
    { id: `finding-${number}`, class: severity },
    element('b', {}, `${number} ${severity}`),
    ` line ${line}: ${message} `,
    ...(suggestion === undefined ? [] : ['Write: ', element('code', {}, suggestion), ' ']),
    element('code', {}, rule),
  );

const list = (title: string, items: readonly Markup[]): readonly Markup[] =>
  items.length === 0 ? [] : [element('h2', {}, `${title} (${items.length})`), element('ul', {}, ...items)];

/** Images come from the hosts that the email names, and only when the page shows them. */
async function policyFor(
  styles: readonly string[],
  scripts: readonly string[],
  hosts: readonly string[],
): Promise<string> {
  const { createHash } = await import('node:crypto');
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `style-src ${styles.map(hash).join(' ')}`,
    ...(scripts.length === 0 ? [] : [`script-src ${scripts.map(hash).join(' ')}`, "connect-src 'self'"]),
    ...(hosts.length === 0 ? [] : [`img-src ${hosts.map((host) => `https://${host}`).join(' ')}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Made by this program, so nothing in it comes from the email. */
const raw = (name: 'style' | 'script', text: string): Markup => ({ markup: `<${name}>${text}</${name}>` });

export async function emailPage(input: PageInput): Promise<string> {
  const { source, lmx, preview, remarks, script, message } = input;
  const document = parse(lmx);
  const starts = lineStarts(lmx);
  const marks = new Map<number, number[]>();
  const findings = lint(document, input.lintOptions)
    .slice(0, 200)
    .map((finding, index): NumberedFinding => {
      const offset = (starts[finding.line - 1] ?? 0) + finding.column - 1;
      const block = blockAt(document.children, offset);
      if (block !== undefined) marks.set(block, [...(marks.get(block) ?? []), index + 1]);
      return { ...finding, number: index + 1 };
    });
  const isWithImages = preview.images === true;
  const isPlain = message?.emailFormat === 'plain';
  const { body, css, text, hidden, imageHosts } = renderPreview(document, { ...preview, images: true, marks });
  const fill = (field: string) =>
    field.replace(/\{(contact|event|data|system)\.([A-Za-z0-9_-]+)\}/g, (whole, namespace: 'contact', name: string) => {
      const value = preview.values?.[namespace]?.[name] ?? preview.fallbacks?.[namespace]?.[name];
      return value === undefined ? (preview.values === undefined ? exampleFor(name) : whole) : String(value);
    });
  const styles = [PAGE_STYLE, css];
  const scripts = script === undefined ? [] : [script];
  const about = [
    'This is an approximation: Loops renders emails itself, and email clients differ.',
    ...(preview.values === undefined
      ? ['Underlined values are made up from the names of the variables; pass real ones with --data.']
      : []),
    ...(isPlain ? ['The format of this email is plain: Loops ignores its styles.'] : []),
    ...(imageHosts.length === 0 || isWithImages ? [] : ['Images are loaded when you switch them on.']),
    ...remarks,
  ];
  const head = element(
    'head',
    {},
    {
      markup: `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${await policyFor(styles, scripts, imageHosts)}"><meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width">`,
    },
    element('title', {}, message?.subject || source),
    ...styles.map((style) => raw('style', style)),
  );
  const controls = element(
    'div',
    { class: 'controls' },
    choice('width', 'Width', [
      ['desktop', 'Desktop'],
      ['phone', 'Phone'],
    ]),
    choice('scheme', 'Colors', [
      ['light', 'Light'],
      ['dark', 'Dark'],
    ]),
    choice('view', 'View', [
      ['html', 'Email'],
      ['text', 'Plain text'],
    ]),
    ...(imageHosts.length === 0 ? [] : [choice('images', 'Images', isWithImages ? IMAGES : IMAGES.toReversed())]),
    ...(marks.size > 0
      ? [
          choice('marks', 'Marks', [
            ['marks-on', 'Marks'],
            ['marks-off', 'No marks'],
          ]),
        ]
      : []),
  );
  const aside = [
    ...list('Findings', findings.map(findingItem)),
    ...list(
      'Hidden sections',
      hidden.map(({ line, why }) => element('li', {}, `Line ${line}: ${why}.`)),
    ),
    ...list(
      'Hosts of images',
      imageHosts.map((host) => element('li', {}, element('code', {}, host))),
    ),
  ];
  const page = element(
    'body',
    {},
    element(
      'header',
      {},
      inbox(input, fill),
      ...about.map((sentence) => element('p', { class: 'note' }, sentence)),
      controls,
    ),
    element(
      'main',
      {},
      element(
        'div',
        { class: 'stage' },
        element('div', { class: 'email' }, body),
        element('pre', { class: 'plain' }, text),
      ),
      ...(aside.length === 0 ? [] : [element('aside', { 'aria-label': 'What was found' }, ...aside)]),
    ),
    ...scripts.map((one) => raw('script', one)),
  );
  return `<!doctype html>\n${element('html', { lang: 'en' }, head, page).markup}`;
}
