/** When a workflow does what it does: the time from the trigger until a node is done, along its shortest and longest path. */
import { formatNumber } from '../../../text/number.ts';
import { formatDuration } from '../../../text/time.ts';
import { formatDurationRange, waitOf } from '../durations.ts';
import { type Graph, isBackEdge, successors, type Traversal } from '../graph.ts';

export interface Elapsed {
  readonly min: number;
  readonly max: number;
}

const START: Elapsed = { min: 0, max: 0 };

const later = (time: Elapsed, wait: number | undefined): Elapsed | undefined =>
  wait === undefined || wait < 0 ? undefined : { min: time.min + wait, max: time.max + wait };

const either = (one: Elapsed, other: Elapsed): Elapsed => ({
  min: Math.min(one.min, other.min),
  max: Math.max(one.max, other.max),
});

/** For each reached node, when a contact leaves it. Nodes after a timer without a valid duration are missing. */
export function elapsedIn(graph: Graph, { reached }: Traversal): ReadonlyMap<string, Elapsed> {
  const nextOf = (id: string): readonly string[] => {
    const node = graph.nodes.get(id);
    return node === undefined ? [] : successors(node).filter((to) => reached.position.has(to));
  };
  const arrival = new Map(reached.order.slice(0, 1).map((id) => [id, START]));
  const left = new Map<string, Elapsed>();
  const unknown = new Set<string>();
  const endless = new Set<string>();
  for (const id of reached.order) {
    const node = graph.nodes.get(id);
    const arrived = arrival.get(id);
    const done =
      node === undefined || arrived === undefined || unknown.has(id) ? undefined : later(arrived, waitOf(node));
    if (done !== undefined) left.set(id, done);
    for (const to of nextOf(id)) {
      if (isBackEdge(reached, id, to)) {
        const before = arrival.get(to);
        // A cycle takes time only if there is a wait in it.
        if (done !== undefined && before !== undefined && done.max > before.max) endless.add(to);
      } else if (done === undefined) unknown.add(to);
      else arrival.set(to, either(arrival.get(to) ?? done, done));
    }
  }
  // A set grows while it is iterated: everything after an endless cycle is endless.
  for (const id of endless) for (const to of nextOf(id)) endless.add(to);
  for (const id of endless) {
    const done = left.get(id);
    if (done !== undefined) left.set(id, { min: done.min, max: Number.POSITIVE_INFINITY });
  }
  return left;
}

const DAY = 86_400;
const formatMoment = (seconds: number): string =>
  seconds < DAY ? formatDuration(seconds) : `day ${formatNumber(Math.floor(seconds / DAY))}`;

/** `day 3`, `day 3 to 5`, `after 6 hours`, `day 3 or later`: whole days since the trigger; less than a day is exact. */
export function formatElapsed({ min, max }: Elapsed): string {
  const from = `${min < DAY ? 'after ' : ''}${formatMoment(min)}`;
  if (max === Number.POSITIVE_INFINITY) return `${from} or later`;
  const to = formatMoment(max);
  if (to === formatMoment(min)) return from;
  return `${from} to ${min < DAY ? to : to.replace('day ', '')}`;
}

/** `takes 30 to 35 days`: the time until paths end. Undefined if that is unknown or there are no waits. */
export function formatTotal(
  graph: Graph,
  { reached }: Traversal,
  left: ReadonlyMap<string, Elapsed>,
): string | undefined {
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  for (const id of reached.order) {
    const node = graph.nodes.get(id);
    if (node === undefined || successors(node).some((to) => graph.nodes.has(to))) continue;
    const elapsed = left.get(id);
    if (elapsed === undefined) return undefined;
    min = Math.min(min, elapsed.min);
    max = Math.max(max, elapsed.max);
  }
  if (max === 0) return undefined;
  if (max === Number.POSITIVE_INFINITY) return `takes ${formatDuration(min)} or longer`;
  return `takes ${formatDurationRange(min, max)}`;
}
