/** Delivery counters that grow with time, so that changes can be watched in the sandbox. */
import { spread } from './seed-dates.ts';

/** The counters that every email has, and those of an email of a workflow. */
export interface Counters {
  readonly sends: number;
  readonly hardBounces: number;
  readonly softBounces: number;
  readonly spamReports: number;
  readonly deliveries?: number;
  readonly opens?: number;
  readonly clicks?: number;
  readonly unsubscribes?: number;
}

/** The part of its sends that an email gains in an hour. */
const GROWTH_PER_HOUR = 0.002;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The busiest hour of a day has this part more than the average, and the quietest this part less. */
const DAILY_SWING = 0.6;

/**
 * The counters at `now`, in milliseconds, if they were `counters` at `since`. They depend on these values and on `pattern`
 * only, and never fall while the clock does not go back. Emails with the same pattern are busy at the same hours.
 */
export function countersAt<C extends Counters>(counters: C, since: number, now: number, pattern: string): C {
  const hours = busyHours(now - since, pattern);
  const sends = Math.floor(counters.sends * GROWTH_PER_HOUR * hours);
  if (!(sends > 0)) return counters;
  const added = addedBy(sends, counters);
  const grown = Object.entries(counters).map(([name, value]) => [name, value + (added[name as keyof Counters] ?? 0)]);
  return { ...counters, ...Object.fromEntries(grown) };
}

/** The elapsed hours, of which those around the busy hour of the day count more. It never falls because the swing is below 1. */
function busyHours(elapsedMs: number, pattern: string): number {
  if (!(elapsedMs > 0)) return 0;
  const phase = (2 * Math.PI * spread(1000, pattern, 'busy hour')) / 1000;
  const angle = (2 * Math.PI * elapsedMs) / DAY_MS;
  const swing = (DAILY_SWING * DAY_MS * (Math.sin(angle + phase) - Math.sin(phase))) / (2 * Math.PI);
  return Math.max(0, elapsedMs + swing) / HOUR_MS;
}

/**
 * What some sends add to each counter, at the rates so far. Each step takes a part of what the step before left, so that all
 * sends are accounted for and no counter can fall when the sends rise.
 */
function addedBy(sends: number, before: Counters): Required<Counters> {
  const hardBounces = partOf(sends, before.hardBounces, before.sends);
  const softBounces = partOf(sends - hardBounces, before.softBounces, before.sends - before.hardBounces);
  const deliveries = sends - hardBounces - softBounces;
  const delivered = before.sends - before.hardBounces - before.softBounces;
  const opens = partOf(deliveries, before.opens ?? 0, delivered);
  return {
    sends,
    hardBounces,
    softBounces,
    deliveries,
    spamReports: partOf(deliveries, before.spamReports, delivered),
    opens,
    clicks: partOf(opens, before.clicks ?? 0, before.opens ?? 0),
    unsubscribes: partOf(opens, before.unsubscribes ?? 0, before.opens ?? 0),
  };
}

/** `amount * part / whole`, rounded down; never more than `amount`. */
const partOf = (amount: number, part: number, whole: number): number =>
  whole > 0 ? Math.floor(amount * Math.min(1, part / whole)) : 0;
