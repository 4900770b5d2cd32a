/** Lists of names in sentences. */
import { formatNumber } from './number.ts';

const MOST = 10;

/** The first names and the number of the others: `a, b, and 3 more`. */
export function formatList(names: readonly string[], most = MOST): string {
  const more = names.length > most ? `, and ${formatNumber(names.length - most)} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}
