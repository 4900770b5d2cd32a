/** How long an idempotency key prevents a second send. */

/** The API keeps a key for 24 hours. The request may arrive a while after its time is compared. */
const SAFE_MS = 23.5 * 60 * 60 * 1000;

/** A clock that was set back a little. */
const TOLERANCE_MS = 5 * 60 * 1000;

/** Whether a request with a key of that time may send again. True also for a time that is invalid or in the future. */
export function mayHaveExpired(begunAt: Date, now: Date): boolean {
  const age = now.getTime() - begunAt.getTime();
  return !(age >= -TOLERANCE_MS && age <= SAFE_MS);
}

/** When a run began, for messages. */
export const formatBegin = (begunAt: Date): string =>
  Number.isNaN(begunAt.getTime()) ? 'an unknown time' : begunAt.toISOString();
