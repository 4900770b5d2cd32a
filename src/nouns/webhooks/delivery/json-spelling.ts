/** Other spellings of the same JSON text: what programs make of a body that they parse and write again. */

/** The white space that a writer of JSON puts between tokens. */
interface Spacing {
  readonly comma: string;
  readonly colon: string;
  /** The indentation of one level; undefined: all on one line. */
  readonly indent?: string;
}

type Escapes = 'kept' | 'ascii' | 'unescaped';

const SPACINGS: Readonly<Record<string, Spacing>> = {
  'compact JSON': { comma: ',', colon: ':' },
  'JSON with spaces, as Python writes it': { comma: ', ', colon: ': ' },
  'JSON indented by 2': { comma: ',', colon: ': ', indent: '  ' },
};

const ESCAPES: Readonly<Record<Escapes, string>> = {
  kept: '',
  ascii: ', with characters beyond ASCII escaped',
  unescaped: ', with characters beyond ASCII unescaped',
};

export interface Spelling {
  /** `compact JSON`. */
  readonly name: string;
  readonly text: string;
}

/** The spellings of a JSON text; none for a text that is not JSON. Numbers and the order of fields stay as they are. */
export function jsonSpellings(text: string): readonly Spelling[] {
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

/** A string is taken a run of characters at a time: one at a time, a long one would need more stack than there is. */
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
