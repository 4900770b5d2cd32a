/** Numbers for people, without `Intl`, which takes long to load. */

export function formatNumber(number: number | bigint): string {
  if (typeof number === 'number' && !(Math.abs(number) < 1e21)) return String(number);
  const isWhole = typeof number === 'bigint' || Number.isInteger(number);
  const rounded = isWhole ? number : Math.round(number * 1_000) / 1_000;
  const [whole = '', decimals] = String(Object.is(rounded, -0) ? 0 : rounded).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals === undefined ? '' : `.${decimals}`);
}

/** A fraction as a percentage with two decimals: `0.20%`. */
export const formatPercent = (fraction: number): string =>
  Number.isFinite(fraction) ? `${(fraction * 100).toFixed(2).replace(/^-(?=[0.]+$)/, '')}%` : String(fraction);

export function pluralize(count: number | bigint, noun: string): string {
  if (Number(count) === 1) return noun;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** The same for a count in a response, which may be any value. */
export const formatAnyCount = (count: unknown, noun: string): string =>
  typeof count === 'number' ? formatCount(count, noun) : `an unknown number of ${pluralize(2, noun)}`;

export const formatCount = (count: number | bigint, noun: string): string =>
  `${formatNumber(count)} ${pluralize(count, noun)}`;
