/** The result of a batch for people. */
import { formatCount, formatNumber } from '../text/number.ts';
import { BatchResult } from './tally.ts';

/** One sentence on what is done, the first rows that are not, and how many are left. */
export function drawBatch(value: unknown): string {
  const { data } = BatchResult.safeParse(value);
  if (data === undefined) return 'The result can not be read.';
  const { rows, results, doneEarlier, left, failures } = data;
  const counts = Object.entries(results).map(([result, count]) => `${formatNumber(count)} ${result}`);
  const earlier = doneEarlier === 0 ? [] : [`${formatNumber(doneEarlier)} done in earlier runs`];
  const failed = (results['refused'] ?? 0) + (results['failed'] ?? 0);
  return [
    `${formatCount(rows, 'row')}: ${[...counts, ...earlier].join(', ') || 'nothing done'}.`,
    ...failures.map(({ line, code, message }) => `line ${line}: ${message} (${code})`),
    ...(failed > failures.length ? [`and ${formatNumber(failed - failures.length)} more`] : []),
    ...(left === 0 ? [] : [`${formatCount(left, 'row')} ${left === 1 ? 'is' : 'are'} not done.`]),
  ].join('\n');
}
