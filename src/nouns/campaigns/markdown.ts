/** Markdown as LMX, for the bodies of campaign drafts. What has no counterpart in an email is refused. */
import type { MarkedToken, Token, Tokens } from 'marked';
import { usage } from '../../errors.ts';

/** The address of an image, by its source in the Markdown. */
type AddressOf = (source: string) => string;

const INLINE_TAGS = { strong: 'Strong', em: 'Em', del: 'Strike' } as const;
const SMALLEST_HEADING = 3;
const LONGEST_EXCERPT = 60;

const isComment = (html: string): boolean => /^<!--[\s\S]*?-->\s*$/.test(html);

const escapeAll = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Markdown may contain character references, and line breaks in the middle of a paragraph. */
const escapeText = (text: string): string =>
  text
    .replace(/&(?!#?\w{1,32};)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ');

const attribute = (name: string, value: string): string => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;

function refuse(what: string, { raw }: Token): never {
  const [line = ''] = raw.trim().split('\n');
  const excerpt = line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT).toWellFormed()}…` : line;
  throw usage(
    `${what} can't be converted to LMX: ${JSON.stringify(excerpt)}.`,
    'See "Markdown" in docs/lmx.md for what is converted, or write the body in LMX.',
  );
}

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
      return refuse('A table', token);
    default:
      return refuse(`"${token.type}"`, token);
  }
}

/** Rejects with a `usage` failure for what has no counterpart in LMX. */
export async function markdownToLmx(markdown: string, addressOf: AddressOf): Promise<string> {
  const { lexer } = await import('marked');
  return known(lexer(markdown))
    .flatMap((token) => block(token, addressOf))
    .join('\n');
}
