/** How long workflows wait, in seconds: the durations of their timers, and durations in words. */
import { textOf } from '../../define/json.ts';
import { tellNumber } from '../../text/number.ts';
import type { GraphNode } from './graph.ts';

interface Unit {
  readonly name: string;
  readonly seconds: number;
}

/** The units of a timer as the service abbreviates them, the longest first. */
const UNITS: ReadonlyMap<unknown, Unit> = new Map([
  ['d', { name: 'day', seconds: 86_400 }],
  ['h', { name: 'hour', seconds: 3_600 }],
  ['m', { name: 'minute', seconds: 60 }],
  ['s', { name: 'second', seconds: 1 }],
]);

/** What a timer says, `48 hours`, in the unit in which it says it; an unknown unit stays as it is. */
export function tellAmount(amount: unknown, unit: unknown): string {
  const count = textOf(amount ?? '?');
  const known = UNITS.get(unit);
  return known === undefined ? `${count} ${textOf(unit)}`.trim() : `${count} ${known.name}${amount === 1 ? '' : 's'}`;
}

/** How long a contact stays in a node: 0 in all but timers, undefined where a timer does not say it. */
export function waitOf({ typeName, fields }: GraphNode): number | undefined {
  if (typeName !== 'TimerAction') return 0;
  const { amount, unit } = fields;
  const known = UNITS.get(unit);
  return known === undefined || typeof amount !== 'number' || !Number.isFinite(amount)
    ? undefined
    : amount * known.seconds;
}

/** `1 day 12 hours`, `0 seconds`: only the units that have something in them. */
export function tellDuration(seconds: number): string {
  let rest = Math.abs(seconds);
  const parts = [...UNITS.values()].flatMap((unit) => {
    // A part of the smallest unit is told rather than lost.
    const count = unit.seconds === 1 ? Number(rest.toFixed(3)) : Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    return count === 0 ? [] : [`${tellNumber(count)} ${unit.name}${count === 1 ? '' : 's'}`];
  });
  return `${seconds < 0 ? 'minus ' : ''}${parts.join(' ') || '0 seconds'}`;
}
