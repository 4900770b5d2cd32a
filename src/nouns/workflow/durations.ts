/** How long workflows wait: the durations of timers, in seconds and in words. */
import { textOf } from '../../define/json.ts';
import { formatDuration } from '../../text/time.ts';
import type { GraphNode } from './graph.ts';

/** The units of a timer, by their abbreviations in the API. */
const UNITS: ReadonlyMap<unknown, { readonly name: string; readonly seconds: number }> = new Map([
  ['d', { name: 'day', seconds: 86_400 }],
  ['h', { name: 'hour', seconds: 3_600 }],
  ['m', { name: 'minute', seconds: 60 }],
  ['s', { name: 'second', seconds: 1 }],
]);

/** A timer's duration in its own unit: `48 hours`. An unknown unit is left as it is. */
export function formatAmount(amount: unknown, unit: unknown): string {
  const count = textOf(amount ?? '?');
  const known = UNITS.get(unit);
  return known === undefined ? `${count} ${textOf(unit)}`.trim() : `${count} ${known.name}${amount === 1 ? '' : 's'}`;
}

/** How many seconds a contact stays in a node: 0 for all types but timers, undefined if a timer has no valid duration. */
export function waitOf({ typeName, fields }: Pick<GraphNode, 'typeName' | 'fields'>): number | undefined {
  if (typeName !== 'TimerAction') return 0;
  const { amount, unit } = fields;
  const known = UNITS.get(unit);
  return known === undefined || typeof amount !== 'number' || !Number.isFinite(amount)
    ? undefined
    : amount * known.seconds;
}

/** `3 days`, `30 to 35 days`, `6 hours to 2 days`. */
export function formatDurationRange(min: number, max: number): string {
  const [from, to] = [formatDuration(min), formatDuration(max)];
  if (from === to) return to;
  const unit = /^[\d,.]+ (\w+?)s?$/;
  const sameUnit = unit.exec(from)?.[1] !== undefined && unit.exec(from)?.[1] === unit.exec(to)?.[1];
  return `${sameUnit ? from.replace(/ .*/, '') : from} to ${to}`;
}
