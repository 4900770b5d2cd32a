/** Other spellings of a JSON text: what programs write after parsing it. */
import { depthOf, MAX_JSON_DEPTH } from '../../../runtime/parse-json.ts';

/** White space between tokens. */
interface Spacing {
  readonly comma: string;
  readonly colon: string;
  /** The indentation of one level; undefined for a single line. */
  readonly indent?: string;
}

type Escapes = 'kept' | 'ascii' | 'unescaped';

const SPACINGS: Readonly<Record<string, Spacing>> = {
  'compact JSON': { comma: ',', colon: ':' },
  'JSON with spaces (Python style)': { comma: ', ', colon: ': ' },
  'JSON indented by two spaces': { comma: ',', colon: ': ', indent: '  ' },
};

const ESCAPES: Readonly<Record<Escapes, string>> = {
  kept: '',
  ascii: ', non-ASCII characters escaped',
  unescaped: ', non-ASCII characters unescaped',
};

export interface Spelling {
  /** `compact JSON`. */
  readonly name: string;
  readonly text: string;
}

/** None for a text that is not JSON or deeply nested. Numbers and the order of fields stay unchanged. */
export function jsonSpellings(text: string): readonly Spelling[] {
  if (depthOf(text) > MAX_JSON_DEPTH) return [];
  try {
    JSON.parse(text);
  } catch {
    return [];
  }
  const tokens = text.match(TOKEN) ?? [];
  return Object.entries(SPACINGS).flatMap(([spacing, layout]) =>
    (Object.keys(ESCAPES) as Escapes[]).map((escapes) => ({
      name: `${spacing}${ESCAPES[escapes]}`,
      text: write(tokens, layout, escapes),
    })),
  );
}

/** Strings are matched in runs, because single characters would overflow the stack. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

function write(tokens: readonly string[], { comma, colon, indent }: Spacing, escapes: Escapes): string {
  let depth = 0;
  const line = () => (indent === undefined ? '' : `\n${indent.repeat(depth)}`);
  const written = tokens.map((token, index) => {
    if (token === '{' || token === '[') {
      depth++;
      return /^[}\]]$/.test(tokens[index + 1] ?? '') ? token : `${token}${line()}`;
    }
    if (token === '}' || token === ']') {
      depth--;
      return /^[{[]$/.test(tokens[index - 1] ?? '') ? token : `${line()}${token}`;
    }
    if (token === ',') return `${comma}${line()}`;
    return token === ':' ? colon : spell(token, escapes);
  });
  return written.join('');
}

function spell(token: string, escapes: Escapes): string {
  if (escapes === 'kept' || !token.startsWith('"')) return token;
  if (escapes === 'unescaped') return JSON.stringify(JSON.parse(token));
  return JSON.stringify(JSON.parse(token)).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
