/** LMX as the sandbox reads it: whether it compiles, what it contains, and how saving rewrites it. */
import type { EmailMessage } from '../nouns/messages/operations.ts';
import { Refusal } from './handler.ts';

/** The largest body that the API accepts. */
const MAX_BYTES = 100 * 1024;

type Warning = NonNullable<EmailMessage['warnings']>[number];

const TAGS = new Set(
  'H1 H2 H3 Paragraph Quote CodeBlock Button Image Divider OrderedList UnorderedList Columns Component Icons Section Style For ListItem ColumnItem Icon Br Strong Em Underline Strike Code Text Link'.split(
    ' ',
  ),
);

export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly type: 'open' | 'close' | 'empty';
}

const TAG = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;

/** All tags in order. Throws a 422 `Refusal` for text that is not well formed. */
export function tagsOf(lmx: string): readonly Tag[] {
  const tags: Tag[] = [];
  const open: string[] = [];
  let at = lmx.indexOf('<');
  while (at >= 0) {
    TAG.lastIndex = at;
    const match = TAG.exec(lmx);
    if (match === null) throw notCompiled(`malformed markup at line ${lineOf(lmx, at)}.`);
    const [, slash, name = '', list = '', empty] = match;
    const type = slash !== '' ? 'close' : empty !== '' ? 'empty' : 'open';
    if (!TAGS.has(name)) throw notCompiled(`unknown tag <${name}> at line ${lineOf(lmx, at)}.`);
    if (type === 'open') open.push(name);
    if (type === 'close' && open.pop() !== name) throw notCompiled(`unexpected </${name}> at line ${lineOf(lmx, at)}.`);
    tags.push({ name, attributes: attributesOf(list), type });
    at = lmx.indexOf('<', TAG.lastIndex);
  }
  const last = open.at(-1);
  if (last !== undefined) throw notCompiled(`<${last}> is not closed.`);
  return tags;
}

const attributesOf = (list: string): ReadonlyMap<string, string> =>
  new Map(
    [...list.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [
      name,
      double ?? single ?? '',
    ]),
  );

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const notCompiled = (detail: string): Refusal => new Refusal(422, `LMX failed to compile: ${detail}`);

/** What the API accepts but ignores. Throws a `Refusal` for a body that is too large (413) or does not compile (422). */
export function compile(lmx: string): readonly Warning[] {
  if (Buffer.byteLength(lmx) > MAX_BYTES) throw new Refusal(413, 'The LMX is larger than 100 KB.');
  const tags = tagsOf(lmx);
  if (tags.filter(({ name }) => name === 'Style').length > 1) throw notCompiled('more than one <Style>.');
  const [bare] = /\{\s*(?!(?:contact|event|data|system)\.)[A-Za-z_][^{}]*\}/.exec(lmx.replace(CODE, '')) ?? [];
  if (bare !== undefined) throw notCompiled(`${bare} is not a variable.`);
  return tags.flatMap(({ name, attributes }) =>
    NOT_ATTRIBUTES.filter((attribute) => attributes.has(attribute)).map((attribute) => ({
      rule: 'unknown-attribute',
      severity: 'warning',
      message: `"${attribute}" is not an attribute of <${name}> and was ignored.`,
      path: name,
    })),
  );
}

/** Attributes of HTML that people write by mistake. */
const NOT_ATTRIBUTES = ['class', 'id', 'style', 'padding', 'fontFamily', 'fontWeight'];

const CODE = /<CodeBlock[^>]*>[\s\S]*?<\/CodeBlock>/g;

export interface Variable {
  readonly namespace: string;
  readonly name: string;
}

/** The variables in a text, each once. */
export function variablesIn(text: string): readonly Variable[] {
  const found = [...text.replace(CODE, '').matchAll(/\{(contact|event|data|system)\.([^{}\s]+)\}/g)];
  const unique = new Map(found.map(([whole, namespace = '', name = '']) => [whole, { namespace, name }]));
  return [...unique.values()];
}

/** Attributes that saving removes because they have their default value. */
const DEFAULTS = / (?:paddingTop|paddingRight|paddingBottom|paddingLeft)="0"|(?<=<H[123][^>]*) paddingBottom="4"/g;

/** The text that the API keeps: without defaults, with a Style, and with a spacer between adjacent sections. */
export function normalized(lmx: string, defaultThemeId: string | undefined): string {
  if (lmx.trim() === '') return lmx;
  const lean = lmx.replace(DEFAULTS, '').replace(/(<\/Section>)\s*(<Section\b)/g, '$1\n<Paragraph></Paragraph>\n$2');
  const isStyled = /<Style\b/.test(lean) || defaultThemeId === undefined;
  return isStyled ? lean : `<Style themeId="${defaultThemeId}" />\n${lean}`;
}
