/** Lists of names in sentences. */
import { formatNumber } from './number.ts';

export interface ListOptions {
  /** So many names are shown (default: 10). */
  readonly most?: number;
  /** Between the names (default: a comma); `; ` for names with commas or colons. */
  readonly separator?: string;
}

/** The first names and the number of the others: `a, b, and 3 more`. */
export function formatList(names: readonly string[], { most = 10, separator = ', ' }: ListOptions = {}): string {
  const more = names.length > most ? `${separator}and ${formatNumber(names.length - most)} more` : '';
  return `${names.slice(0, most).join(separator)}${more}`;
}
