/** LMX as the sandbox reads it: whether it compiles, what it contains, and how saving rewrites it. */
import { lint } from '../lmx/lint/lint.ts';
import { parse } from '../lmx/parse.ts';
import { descendants } from '../lmx/tree.ts';
import type { EmailMessage } from '../nouns/messages/operations.ts';
import { Refusal } from './handler.ts';

/** The largest body that the API accepts. */
const MAX_BYTES = 100 * 1024;

type Warning = NonNullable<EmailMessage['warnings']>[number];

export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Without content. */
  readonly isEmpty: boolean;
}

/** All elements in order. */
export const tagsOf = (lmx: string): readonly Tag[] =>
  [...descendants(parse(lmx).children)].map(({ name, attributes, children }) => ({
    name,
    isEmpty: children.length === 0,
    attributes: new Map([...attributes].map(([attribute, { value }]) => [attribute, value])),
  }));

/** Mistakes that the API reports before publishing, and not when it saves. */
const SAVED_ANYWAY = new Set(['variable-namespace', 'link-invalid', 'unknown-property']);

/** What the API accepts but ignores. Throws a `Refusal` for a body that is too large (413) or does not compile (422). */
export function compile(lmx: string): readonly Warning[] {
  if (Buffer.byteLength(lmx) > MAX_BYTES) throw new Refusal(413, 'The LMX is larger than 100 KB.');
  const findings = lint(parse(lmx));
  const isSaved = (rule: string, message: string) =>
    SAVED_ANYWAY.has(rule) || (rule === 'required' && message.includes('href'));
  const error = findings.find(({ rule, severity, message }) => severity === 'error' && !isSaved(rule, message));
  if (error !== undefined) throw new Refusal(422, `LMX failed to compile: ${error.message} (line ${error.line})`);
  return findings
    .filter(({ rule }) => rule === 'unknown-attribute')
    .map(({ rule, message, line }) => ({ rule, severity: 'warning', message, path: `line ${line}` }));
}

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

/** Attributes that saving removes because they have their default value. Looking back only there keeps it linear. */
const DEFAULTS = / (?:paddingTop|paddingRight|paddingBottom|paddingLeft)="0"| paddingBottom="4"(?<=<H[123][^>]*)/g;

/** The text that the API keeps: without defaults, with a Style, and with a spacer between adjacent sections. */
export function normalized(lmx: string, defaultThemeId: string | undefined): string {
  if (lmx.trim() === '') return lmx;
  const lean = lmx.replace(DEFAULTS, '').replace(/(<\/Section>)\s*(<Section\b)/g, '$1\n<Paragraph></Paragraph>\n$2');
  const isStyled = /<Style\b/.test(lean) || defaultThemeId === undefined;
  return isStyled ? lean : `<Style themeId="${defaultThemeId}" />\n${lean}`;
}
