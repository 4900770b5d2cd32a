/** Lists of names in sentences. */
import { formatCount, formatNumber } from './number.ts';

export interface ListOptions {
  /** So many names are shown (default: 10). */
  readonly most?: number;
  /** Between the names (default: a comma); `; ` for names with commas or colons. */
  readonly separator?: string;
}

/** Each reason once, at most three: `Not found. Too many requests.` */
export function formatReasons(sentences: readonly string[]): string {
  const reasons = [...new Set(sentences)];
  const more = reasons.length > 3 ? [`${formatCount(reasons.length - 3, 'other reason')}.`] : [];
  return [...reasons.slice(0, 3), ...more].join(' ');
}

/** The first names and the number of the others: `a, b, and 3 more`. */
export function formatList(names: readonly string[], { most = 10, separator = ', ' }: ListOptions = {}): string {
  const more = names.length > most ? `${separator}and ${formatNumber(names.length - most)} more` : '';
  return `${names.slice(0, most).join(separator)}${more}`;
}
