/** Says how many requests a command is going to make, and how long the rate limit makes them take. */
import type { Context } from '../define/command.ts';
import { formatCount } from '../text/number.ts';
import { formatEstimate } from '../text/time.ts';
import { listTransactional } from './transactional/operations.ts';

/** All requests about content share one rate limit, so any of them stands for all. */
export const ANY_REQUEST = listTransactional;

/** Fewer take a few seconds at most. */
const FEW = 10;

/** Undefined for less than a second. */
async function waitFor(context: Context, requests: number): Promise<string | undefined> {
  const ms = await context.estimate(ANY_REQUEST, requests);
  return ms < 1000 ? undefined : `at least ${formatEstimate(ms)} at the rate limit`;
}

/** `what` is what they read: `62 emails`. */
export async function announceRequests(context: Context, what: string, requests: number): Promise<void> {
  if (requests <= FEW) return;
  const wait = await waitFor(context, requests);
  context.note(`Reading ${what}: about ${formatCount(requests, 'request')}${wait === undefined ? '' : `, ${wait}`}.`);
}

/** Only where the rate limit makes a difference; `what` takes one request each. */
export async function announceWait(context: Context, what: string, requests: number): Promise<void> {
  const wait = await waitFor(context, requests);
  if (wait !== undefined) context.note(`Reading ${what} takes ${wait}.`);
}
