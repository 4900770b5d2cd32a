/** Makes text from outside safe for a terminal: characters that would act on it are shown as escapes. */

/**
 * Characters that move the cursor, change colors or titles, break lines or change the direction of writing: C0 and C1 controls,
 * DEL, line and paragraph separators, bidirectional controls, zero-width and tag characters that hide text, byte order marks,
 * and halves of surrogate pairs. The zero-width joiner and variation selectors are parts of emoji.
 */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
};

const PLAIN = /^[\x20-\x7e\n]*$/;

export const escapeControls = (text: string): string =>
  PLAIN.test(text) && !text.includes('\n')
    ? text
    : text.replace(CONTROLS, (character) => SHORT[character] ?? escapeOf(character));

/** Escapes all text of a JSON value, field names included. Much faster on its JSON than by walking through the value. */
export function escapeValue(value: unknown): unknown {
  const json = JSON.stringify(value) ?? '';
  if (!/[^\x20-\x7e]|\\[^"\\]/.test(json)) return value;
  const shown = json
    .replace(/\\(.)/g, (written, sign: string) => IN_JSON[sign] ?? `\\${written}`)
    .replace(CONTROLS, (character) => `\\${escapeOf(character)}`);
  return JSON.parse(shown);
}

/** JSON escapes that `escapeControls` would show in another form. */
const IN_JSON: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  b: '\\\\u0008',
  f: '\\\\u000c',
};

/** JSON of the same value with control characters as `\uXXXX`. Takes JSON from `JSON.stringify`, whose line breaks are layout. */
export const escapeJson = (json: string): string =>
  PLAIN.test(json)
    ? json
    : json.replace(CONTROLS, (character) => (character === '\n' ? character : codeUnits(character)));

const codeUnits = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  ).join('');
