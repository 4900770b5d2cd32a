/** Markdown as LMX, for the bodies of campaign drafts. What has no counterpart in an email is refused. */
import type { MarkedToken, Token, Tokens } from 'marked';
import { type Failure, usage } from '../../errors.ts';

/** The address of an image, by its source in the Markdown. */
type AddressOf = (source: string) => string;

const INLINE_TAGS = { strong: 'Strong', em: 'Em', del: 'Strike' } as const;
const SMALLEST_HEADING = 3;
const LONGEST_EXCERPT = 60;
const FEWEST_COLUMNS = 2;
const MOST_COLUMNS = 4;

const isComment = (html: string): boolean => /^<!--[\s\S]*?-->\s*$/.test(html);

const escapeAll = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Markdown may contain character references, and line breaks in the middle of a paragraph. */
const escapeText = (text: string): string =>
  text
    .replace(/&(?!#?\w{1,32};)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ');

const attribute = (name: string, value: string): string => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;

/** What has no counterpart in LMX, without the place that only the whole document knows. */
class Unconvertible extends Error {
  readonly what: string;
  readonly firstLine: string;

  constructor(what: string, firstLine: string) {
    super(what);
    this.what = what;
    this.firstLine = firstLine;
  }
}

function refuse(what: string, { raw }: Token): never {
  const [line = ''] = raw.trim().split('\n');
  throw new Unconvertible(what, line);
}

function refusal({ what, firstLine }: Unconvertible, block: MarkedToken, file: string, start: number): Failure {
  const before = block.raw.slice(0, Math.max(0, block.raw.indexOf(firstLine)));
  const isLong = firstLine.length > LONGEST_EXCERPT;
  const excerpt = isLong ? `${firstLine.slice(0, LONGEST_EXCERPT).toWellFormed()}…` : firstLine;
  return usage(
    `${file}, line ${start + linesIn(before)}: ${what} can't be converted to LMX: ${JSON.stringify(excerpt)}.`,
    '`loopsctl campaigns draft --help` lists what is converted. Or write the body in LMX.',
  );
}

const linesIn = (text: string): number => text.split('\n').length - 1;

// The lexer has no extensions, so that all tokens are of these types.
const known = (tokens: readonly Token[] | undefined): readonly MarkedToken[] => (tokens ?? []) as MarkedToken[];

function inlineText(token: MarkedToken): string {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? escapeText(token.text) : inlineTexts(token.tokens);
    case 'escape':
      return escapeText(token.text);
    case 'strong':
    case 'em':
    case 'del':
      return `<${INLINE_TAGS[token.type]}>${inlineTexts(token.tokens)}</${INLINE_TAGS[token.type]}>`;
    case 'codespan':
      return `<Code>${escapeAll(token.text)}</Code>`;
    case 'br':
      return '<Br />';
    case 'link':
      return `<Link${attribute('href', token.href)}>${inlineTexts(token.tokens)}</Link>`;
    case 'image':
      return refuse('An image inside text', token);
    case 'html':
      return isComment(token.text) ? '' : refuse('HTML', token);
    default:
      return refuse(`"${token.type}" inside text`, token);
  }
}

const inlineTexts = (tokens: readonly Token[] | undefined): string => known(tokens).map(inlineText).join('');

const only = (tokens: readonly Token[] | undefined): MarkedToken | undefined =>
  tokens?.length === 1 ? known(tokens)[0] : undefined;

function image({ href, text }: Tokens.Image, addressOf: AddressOf, link = ''): string {
  return `<Image${attribute('src', addressOf(href))}${attribute('alt', text)}${link} />`;
}

/** A paragraph that is only an image, an image with a link, or a link in bold is an image or a button. */
function paragraph(token: Tokens.Paragraph, addressOf: AddressOf): string {
  const single = only(token.tokens);
  if (single?.type === 'image') return image(single, addressOf);
  if (single?.type === 'link') {
    const linked = only(single.tokens);
    if (linked?.type === 'image') return image(linked, addressOf, attribute('href', single.href));
  }
  const bold = single?.type === 'strong' ? only(single.tokens) : undefined;
  const words = bold?.type === 'link' ? only(bold.tokens) : undefined;
  if (bold?.type === 'link' && words?.type === 'text') {
    return `<Button${attribute('href', bold.href)}>${escapeText(words.text)}</Button>`;
  }
  return `<Paragraph>${inlineTexts(token.tokens)}</Paragraph>`;
}

function listItem({ tokens }: Tokens.ListItem): string {
  const parts = known(tokens).filter(({ type }) => type !== 'space');
  let content = '';
  parts.forEach((part, index) => {
    if (part.type === 'list') content += list(part);
    else if (part.type === 'text' || part.type === 'paragraph') {
      content += `${index > 0 ? '<Br />' : ''}${inlineTexts(part.tokens)}`;
    } else refuse(`"${part.type}" in a list`, part);
  });
  return `<ListItem>${content}</ListItem>`;
}

function list({ ordered, start, items }: Tokens.List): string {
  const tag = ordered ? 'OrderedList' : 'UnorderedList';
  const first = ordered && start !== '' && start !== 1 ? attribute('start', String(start)) : '';
  return `<${tag}${first}>${items.map(listItem).join('')}</${tag}>`;
}

const quote = (tokens: readonly Token[]): readonly string[] =>
  known(tokens).flatMap((token) => {
    if (token.type === 'space') return [];
    return token.type === 'paragraph'
      ? [`<Quote>${inlineTexts(token.tokens)}</Quote>`]
      : refuse(`"${token.type}" in a quotation`, token);
  });

/** A row of a table is a row of columns, which stay next to each other on phones. LMX has two to four. */
function table(token: Tokens.Table): readonly string[] {
  const { header, rows } = token;
  if (header.length < FEWEST_COLUMNS) return refuse('A table with one column', token);
  if (header.length > MOST_COLUMNS) return refuse(`A table with more than ${MOST_COLUMNS} columns`, token);
  return [header, ...rows].map((cells) => {
    const items = cells.map(({ tokens, align, header }) => {
      const text = inlineTexts(tokens);
      const content = header && text !== '' ? `<Strong>${text}</Strong>` : text;
      return `<ColumnItem><Paragraph${align === null ? '' : attribute('align', align)}>${content}</Paragraph></ColumnItem>`;
    });
    return `<Columns stackOnMobile="false">${items.join('')}</Columns>`;
  });
}

function block(token: MarkedToken, addressOf: AddressOf): readonly string[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading': {
      const tag = `H${Math.min(token.depth, SMALLEST_HEADING)}`;
      return [`<${tag}>${inlineTexts(token.tokens)}</${tag}>`];
    }
    case 'paragraph':
      return [paragraph(token, addressOf)];
    case 'list':
      return [list(token)];
    case 'blockquote':
      return quote(token.tokens);
    case 'code':
      return /<\/CodeBlock/i.test(token.text) ? refuse('This code', token) : [`<CodeBlock>${token.text}</CodeBlock>`];
    case 'hr':
      return ['<Divider />'];
    case 'html':
      return isComment(token.text) ? [] : refuse('HTML', token);
    case 'table':
      return table(token);
    default:
      return refuse(`"${token.type}"`, token);
  }
}

/** Rejects with a `usage` failure that names the file and the line of what has no counterpart in LMX. */
export async function markdownToLmx(markdown: string, file: string, addressOf: AddressOf): Promise<string> {
  const { lexer } = await import('marked');
  const blocks: string[] = [];
  let line = 1;
  for (const token of known(lexer(markdown))) {
    try {
      for (const lmx of block(token, addressOf)) blocks.push(lmx);
    } catch (error) {
      throw error instanceof Unconvertible ? refusal(error, token, file, line) : error;
    }
    line += linesIn(token.raw);
  }
  return blocks.join('\n');
}
