/** The one place where text from outside is made safe for a terminal: what would act is shown instead. */
import { mapStrings } from '../define/json.ts';

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

/** A value with all of its text made visible; most values have nothing in them that has to be. */
export const visibleValue = (value: unknown): unknown => (isPlain(value) ? value : mapStrings(value, visible));

/** Told soonest by its JSON, in which whatever is neither plain nor written as it is has a backslash before it. */
const isPlain = (value: unknown): boolean => !/[^\x20-\x7e]|\\/.test(JSON.stringify(value) ?? '');

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
