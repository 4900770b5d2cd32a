/**
 * What mailbox providers and email services publish about rates. They color rates by default, and never decide an exit code.
 * Spam reports: https://support.google.com/a/answer/81126 (below 0.1%, never 0.3%).
 * Hard bounces: https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-messages.html (review at 5%, pause at 10%).
 */
import type { Display } from '../define/view.ts';

export const SENDER_LIMITS = {
  spamRate: { watch: 0.001, stop: 0.003 },
  hardBounceRate: { watch: 0.05, stop: 0.1 },
} as const;

export type LimitedRate = keyof typeof SENDER_LIMITS;

export type Level = 'good' | 'watch' | 'stop';

/** Below this many sends, one spam report would exceed the limit. */
const FEWEST_SENDS = 1_000;

/** Undefined for a value that is not a rate, and for too few sends to judge. */
export function levelOf(rate: LimitedRate, value: unknown, sends: unknown): Level | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return undefined;
  if (typeof sends !== 'number' || !(sends >= FEWEST_SENDS)) return undefined;
  const { watch, stop } = SENDER_LIMITS[rate];
  return value >= stop ? 'stop' : value >= watch ? 'watch' : 'good';
}

const PAINT = { watch: 'yellow', stop: 'red' } as const;

export function paintLevel(text: string, level: Level | undefined, { style }: Pick<Display, 'style'>): string {
  return level === undefined || level === 'good' ? text : style[PAINT[level]](text);
}

export const isLimited = (rate: string): rate is LimitedRate => Object.hasOwn(SENDER_LIMITS, rate);
