/** Rates as they are typed: so that nobody's 2 % is taken for 200 %, or their 1 % for all. */

/** What to say of a text that `parseRate` does not accept. */
export const RATE_SPELLING =
  'write a percentage such as 2% (at most 100%), or a fraction below 1 such as 0.02: a whole number could mean either';

/**
 * `2%`, `2 %`, `0.1%` or `0.02` as a fraction from 0 to 1; undefined for anything else. The result is the number next to
 * what was typed, as a quotient of two counts is next to theirs: equal rates are equal numbers.
 */
export function parseRate(text: string): number | undefined {
  const [, percent, fraction] = /^(?:(\d+(?:\.\d+)?) ?%|(0|0?\.\d+))$/.exec(text) ?? [];
  const rate = percent === undefined ? Number(fraction) : Number(`${percent}e-2`);
  return rate <= 1 ? rate : undefined;
}
