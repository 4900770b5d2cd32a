/** Finds an event by its name or ID, and the names that are spelled most like one that does not exist. */
import type { Context } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { bySimilarity, distanceOrPart, folded } from '../../text/nearest.ts';
import {
  type EventPattern,
  type EventSummary,
  getEventPattern,
  getEventPatternByName,
  listEventPatterns,
} from './operations.ts';

/** What finding an event calls. */
export const FIND_CALLS = [getEventPatternByName, getEventPattern, listEventPatterns] as const;

const isId = (text: string): boolean => /^c[a-z0-9]{23,24}$/.test(text);

const orUndefined = (error: unknown): undefined => {
  if (error instanceof Failure && error.code === 'not_found') return undefined;
  throw error;
};

/** The event with this exact name, in this case. Undefined if there is none. */
export const findByName = (context: Context, eventName: string): Promise<EventPattern | undefined> =>
  context.call(getEventPatternByName, { eventName }).catch(orUndefined);

/** Rejects with `not_found` and the nearest names. */
export async function requireEvent(context: Context, event: string): Promise<EventPattern> {
  const byId = isId(event)
    ? await context.call(getEventPattern, { eventPatternId: event }).catch(orUndefined)
    : undefined;
  const found = byId ?? (await findByName(context, event));
  if (found !== undefined) return found;
  throw new Failure('not_found', noEventNamed(event), { hint: didYouMean(await nearestNames(context, event)) });
}

export const noEventNamed = (name: string): string => `No event is named ${JSON.stringify(name)}.`;

export const didYouMean = (names: readonly string[]): string =>
  names.length === 0
    ? 'Run `loopsctl events list` to see the names.'
    : `Did you mean ${names.map((name) => JSON.stringify(name)).join(', ')}?`;

export async function allEvents(context: Context): Promise<readonly EventSummary[]> {
  const events: EventSummary[] = [];
  for await (const page of context.list(listEventPatterns, {})) for (const event of page) events.push(event);
  return events;
}

export async function nearestNames(context: Context, name: string): Promise<readonly string[]> {
  const events = await allEvents(context);
  return nearest(
    name,
    events.map(({ eventName }) => eventName),
  );
}

const NEAREST = 3;

/**
 * The similar texts: first those that differ only in case, then those that contain the text, then by different letters, at most half
 * of them.
 */
export function nearest(text: string, candidates: readonly string[]): readonly string[] {
  const names = candidates.filter((candidate) => typeof candidate === 'string');
  return bySimilarity(text, names, (name) => name, { fold: folded, measure: distanceOrPart })
    .filter(({ item, steps }) => steps * 2 <= Math.max(item.length, text.length))
    .slice(0, NEAREST)
    .map(({ item }) => item);
}
