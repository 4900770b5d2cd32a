/** How many columns text takes on a terminal. */

/** Measures text that is one line and visible. */
export type Measure = (text: string) => number;

/** Letters and punctuation of Latin, Greek and Cyrillic, arrows and the symbols of drawings: one column each. */
const NARROW =
  '\\x20-\\x7e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0384-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u20ac\\u2190-\\u2193';
/** Kana, Han and Hangul syllables, and emoji of one character: two columns each. What changes its neighbours is neither. */
const CJK = '\\u3041-\\u3096\\u30a1-\\u30fa\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3';
const EMOJI = '(?![\\u{1f1e6}-\\u{1f1ff}\\u{1f3fb}-\\u{1f3ff}])\\p{Emoji_Presentation}';

const ASCII = /[\x20-\x7e]+/g;
const ALL_NARROW = new RegExp(`^[${NARROW}]*$`, 'u');
const ALL_SIMPLE = new RegExp(`^(?:[${NARROW}${CJK}]|${EMOJI})*$`, 'u');
const WIDE = new RegExp(`[${CJK}]|${EMOJI}`, 'gu');

/** Most text, whose width follows from its characters one by one. */
const simpleWidth = (text: string): number =>
  // A wide character of two code units is as wide as it is long.
  text.length + (text.match(WIDE)?.filter((character) => character.length === 1).length ?? 0);

/**
 * The measure for a text and its parts. The package that knows every script and sequence takes longer to load than a
 * usual workflow takes to be drawn, so it is loaded only for text that needs it.
 */
export async function measureFor(text: string): Promise<Measure> {
  const others = ALL_SIMPLE.test(text.replace(ASCII, '')) ? undefined : (await import('string-width')).default;
  return (part) => {
    if (ALL_NARROW.test(part)) return part.length;
    return others === undefined || ALL_SIMPLE.test(part) ? simpleWidth(part) : others(part);
  };
}
