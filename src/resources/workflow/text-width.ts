/** How many columns text takes on a terminal. */

/** Measures text that is one line and visible. */
export type Measure = (text: string) => number;

/**
 * Letters, digits and punctuation of one column each: ASCII, Latin, Greek, Cyrillic. Their length is their width, which is
 * told much sooner than by looking at each character.
 */
const NARROW =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0384-\u0482\u048a-\u052f\u2010-\u2027\u20ac\u25cf\u2190-\u2193]*$/;

/** Everything else with the character before it, which it may change. */
const OTHERS = /[\x20-\x7e]?[^\x20-\x7e]+/g;

const byLength: Measure = (text) => text.length;

/**
 * The measure for a text and its parts. The package that knows the widths of all characters takes longer to load than
 * a usual workflow takes to be drawn, so it is loaded only for text that needs it, and asked once for what repeats.
 */
export async function measureFor(text: string): Promise<Measure> {
  if (NARROW.test(text)) return byLength;
  const { default: stringWidth } = await import('string-width');
  const known = new Map<string, number>();
  return (part) => {
    if (NARROW.test(part)) return part.length;
    let width = part.length;
    for (const [run] of part.matchAll(OTHERS)) {
      const wide = known.get(run) ?? stringWidth(run);
      known.set(run, wide);
      width += wide - run.length;
    }
    return width;
  };
}
