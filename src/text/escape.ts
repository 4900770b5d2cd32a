/** The one place where text from outside is made safe for a terminal: what would act is shown instead. */
/**
 * Characters that move the cursor, change colours or titles, break lines or turn the direction of writing:
 * C0 and C1 controls, DEL, line and paragraph separators, bidirectional controls, zero-width and tag characters
 * that hide text, byte order marks, and halves of surrogate pairs.
 * The zero-width joiner and the variation selectors stay: emoji are made of them.
 */
const ACTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
};

/** Most text is plain, which is told much sooner than what every other character does. */
const PLAIN = /^[\x20-\x7e\n]*$/;

/** Text as one line that does nothing: `\n`, `\t`, `\u001b`. */
export const visible = (text: string): string =>
  PLAIN.test(text) && !text.includes('\n')
    ? text
    : text.replace(ACTIVE, (character) => SHORT[character] ?? escaped(character));

/**
 * A value, as JSON has them, with all of its text made visible, names of fields included. By way of its JSON, in which all that
 * is not written as it is has a backslash before it: that takes a fraction of the time of a walk through the value.
 */
export function visibleValue(value: unknown): unknown {
  const json = JSON.stringify(value) ?? '';
  if (!/[^\x20-\x7e]|\\[^"\\]/.test(json)) return value;
  const shown = json
    .replace(/\\(.)/g, (written, sign: string) => ESCAPES[sign] ?? `\\${written}`)
    .replace(ACTIVE, (character) => `\\${escaped(character)}`);
  return JSON.parse(shown);
}

/** What stands in JSON for what `visible` makes of an escape, where that is not the escape itself as text. */
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  b: '\\\\u0008',
  f: '\\\\u000c',
};

/**
 * JSON text of the same value with those characters written as `\uXXXX`, so that neither a terminal nor an editor
 * acts on them. Only for text that `JSON.stringify` made: its line breaks are layout and stay.
 */
export const visibleJson = (json: string): string => (PLAIN.test(json) ? json : escapeJson(json));

const escapeJson = (json: string): string =>
  json.replace(ACTIVE, (character) =>
    character === '\n'
      ? character
      : Array.from(
          { length: character.length },
          (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
        ).join(''),
  );
