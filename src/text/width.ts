/** The width of text on a terminal, in columns. */

/** Measures a single line of text whose control characters are already escaped. It may have color. */
export type Measure = (text: string) => number;

/** Latin, Greek, Cyrillic, punctuation, arrows: one column each. */
const NARROW =
  '\\x20-\\x7e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0384-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u20ac\\u2190-\\u2193';
const CJK = '\\u3041-\\u3096\\u30a1-\\u30fa\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3';
const EMOJI = '(?![\\u{1f1e6}-\\u{1f1ff}\\u{1f3fb}-\\u{1f3ff}])\\p{Emoji_Presentation}';

/** Searches for one character that does not belong: matching a whole text would overflow the stack for a very long one. */
const NOT_NARROW = new RegExp(`[^${NARROW}]`, 'u');
const NOT_SIMPLE = new RegExp(`(?!${EMOJI})[^${NARROW}${CJK}]`, 'u');
const WIDE = new RegExp(`[${CJK}]|${EMOJI}`, 'gu');

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how colors start
const COLOR = /\u001b\[[\d;]+m/g;

export const withoutColor = (text: string): string => text.replace(COLOR, '');

/** A wide character of two code units is as wide as it is long. */
const simpleWidth = (text: string): number =>
  text.length + (text.match(WIDE)?.filter((character) => character.length === 1).length ?? 0);

/** Measures a text and its parts. Loads string-width only if needed: that takes longer than drawing most results. */
export async function measureFor(text: string): Promise<Measure> {
  const full = NOT_SIMPLE.test(text) ? (await import('string-width')).default : undefined;
  return (part) => {
    if (!NOT_NARROW.test(part)) return part.length;
    const plain = withoutColor(part);
    return full === undefined || !NOT_SIMPLE.test(plain) ? simpleWidth(plain) : full(plain);
  };
}
