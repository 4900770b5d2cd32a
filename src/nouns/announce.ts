/** Says how many requests a command is going to make. */
import type { Context } from '../define/command.ts';
import { formatCount } from '../text/number.ts';
import { formatEstimate } from '../text/time.ts';
import { listTransactional } from './transactional/operations.ts';

/** Fewer take a few seconds at most. */
const FEW = 10;

/** `what` is what they read: `62 emails`. */
export async function announceRequests(context: Context, what: string, requests: number): Promise<void> {
  if (requests <= FEW) return;
  const waiting = await context.estimate(listTransactional, requests);
  const time = waiting < 1000 ? '' : `, at least ${formatEstimate(waiting)} at the rate limit`;
  context.note(`Reading ${what}: about ${formatCount(requests, 'request')}${time}.`);
}
