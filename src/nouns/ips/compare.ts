/** An allow-list beside the addresses that the service sends from: what is missing, stale, or covered by a range. */
import { type Address, contains, isOneAddress } from './address.ts';
import type { AllowList } from './allow-list.ts';
import type { Comparison } from './comparison.ts';

/** An address that stands in the list itself is present, not covered; an entry without any of the addresses is stale. */
export function compare(
  addresses: readonly Address[],
  { entries }: Pick<AllowList, 'entries'>,
): Pick<Comparison, 'missing' | 'stale' | 'covered' | 'present'> {
  const ranges = entries.map(({ range }) => range);
  const single = new Set(ranges.filter(isOneAddress).map(({ text }) => text));
  const wide = ranges.filter((range) => !isOneAddress(range));
  const places = addresses.map(({ text, ...address }) => ({
    address: text,
    present: single.has(text),
    range: wide.find((range) => contains(range, { text, ...address }))?.text,
  }));
  const ours = new Set(addresses.map(({ text }) => text));
  const isStale = (range: (typeof ranges)[number]) =>
    isOneAddress(range) ? !ours.has(range.text) : !addresses.some((address) => contains(range, address));
  const textsOf = (chosen: typeof places) => chosen.map(({ address }) => address);
  return {
    missing: textsOf(places.filter(({ present, range }) => !present && range === undefined)),
    stale: [...new Set(ranges.filter(isStale).map(({ text }) => text))],
    covered: places.flatMap(({ address, present, range }) =>
      present || range === undefined ? [] : [{ address, range }],
    ),
    present: textsOf(places.filter(({ present }) => present)),
  };
}
