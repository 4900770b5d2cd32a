/** When workflows do what they do: the time from the start until a node is done, along its shortest and longest way. */

import { tellNumber } from '../../text/number.ts';
import { type Flow, goesRound } from './flow.ts';
import { tellDuration, waitOf } from './waits.ts';

/** Seconds. `most` is infinite where a way goes round a wait. */
export interface Elapsed {
  readonly least: number;
  readonly most: number;
}

const START: Elapsed = { least: 0, most: 0 };

const later = (time: Elapsed, wait: number | undefined): Elapsed | undefined =>
  wait === undefined || wait < 0 ? undefined : { least: time.least + wait, most: time.most + wait };

const either = (one: Elapsed, other: Elapsed): Elapsed => ({
  least: Math.min(one.least, other.least),
  most: Math.max(one.most, other.most),
});

/**
 * For each place that the trigger reaches, when it is left (a timer: when it has run down). Undefined behind a timer
 * that does not say how long it waits, and for what the trigger does not reach.
 */
export function elapsedIn(flow: Flow): readonly (Elapsed | undefined)[] {
  const { order, partOf } = flow;
  // A contact that comes to an exit has left, whatever stands behind it.
  const next = flow.next.map((places, place) => (order[place]?.typeName === 'ExitAction' ? [] : places));
  const arrival: Array<Elapsed | undefined> = [flow.reached > 0 ? START : undefined];
  const left: Array<Elapsed | undefined> = [];
  const unknown = new Set<number>();
  const endless = new Set<number>();
  // Once through in order: all that leads to a node without going round stands before it.
  order.forEach((node, place) => {
    const arrived = arrival[place];
    const done = arrived === undefined || unknown.has(place) ? undefined : later(arrived, waitOf(node));
    left.push(done);
    for (const to of next[place] ?? []) {
      if (partOf[place] !== partOf[to]) continue;
      if (goesRound(flow, place, to)) {
        // Going round takes time only if time passes between the two.
        const before = arrival[to];
        if (done !== undefined && before !== undefined && done.most > before.most) endless.add(to);
        continue;
      }
      if (done === undefined) unknown.add(to);
      else arrival[to] = either(arrival[to] ?? done, done);
    }
  });
  const pending = [...endless];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const done = left[place];
    if (done !== undefined) left[place] = { least: done.least, most: Number.POSITIVE_INFINITY };
    for (const to of next[place] ?? []) {
      if (endless.has(to)) continue;
      endless.add(to);
      pending.push(to);
    }
  }
  return left;
}

const DAY = 86_400;
const tellMoment = (seconds: number): string =>
  seconds < DAY ? tellDuration(seconds) : `day ${tellNumber(Math.floor(seconds / DAY))}`;

/** `day 3`, `day 3 to 5`, `after 6 hours`, `day 3 or later`: whole days since the start, less than one told exactly. */
export function tellElapsed({ least, most }: Elapsed): string {
  const [from, to] = [tellMoment(least), most === Number.POSITIVE_INFINITY ? undefined : tellMoment(most)];
  const after = least < DAY ? 'after ' : '';
  if (to === undefined) return `${after}${from} or later`;
  if (from === to) return `${after}${from}`;
  return `${after}${from} to ${least < DAY ? to : to.replace('day ', '')}`;
}
