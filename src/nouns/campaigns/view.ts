/** Campaigns in tables and details: their status, audience and schedule in words. */
import { textOf, valueAt } from '../../define/json.ts';
import { NO_NAMES, nameAndId, quotedName, type RecordNames } from '../../define/names.ts';
import type { Column, View } from '../../define/view.ts';
import { describeFilter } from '../conditions.ts';
import { references } from '../ids.ts';

/** Who gets a campaign: its list, segment and filter. The API combines what is set. */
export function describeAudience(campaign: unknown, names: RecordNames = NO_NAMES): string {
  const [list, segment, filter] = ['mailingListId', 'audienceSegmentId', 'audienceFilter'].map((field) =>
    valueAt(campaign, field),
  );
  const parts = [
    list == null ? [] : [`list ${quotedName(list, names)}`],
    segment == null ? [] : [`segment ${quotedName(segment, names)}`],
    filter == null ? [] : [describeFilter(filter, names)],
  ].flat();
  return parts.length === 0 ? 'all contacts' : parts.join(', ');
}

/** `now` is also what the API stores without a schedule: for a draft it means nothing. */
const describeSchedule: NonNullable<Column['show']> = (campaign, display) => {
  const timestamp = valueAt(campaign, 'scheduling.timestamp');
  if (typeof timestamp === 'string') return display.exactTime(timestamp);
  return valueAt(campaign, 'status') === 'Draft' ? 'not set' : textOf(valueAt(campaign, 'scheduling.method'));
};

const COLORS = { Sent: 'dim', Sending: 'green', Scheduled: 'yellow' } as const;

const status: Column = {
  heading: 'STATUS',
  path: 'status',
  show: (value, { style }) => {
    const word = textOf(value);
    return Object.hasOwn(COLORS, word) ? style[COLORS[word as keyof typeof COLORS]](word) : word;
  },
};

const audience: Column['show'] = (campaign, { names }) => describeAudience(campaign, names);

/** The records whose names the views show. */
export const SHOWN = references('mailing list', 'segment', 'campaign group', 'campaign', 'workflow');

export const campaignColumns: readonly Column[] = [
  { heading: 'NAME', path: 'name' },
  status,
  {
    heading: 'AUDIENCE',
    path: '',
    show: audience,
    csv: { name: 'audience', text: (campaign) => describeAudience(campaign) },
    narrowest: 16,
  },
  { heading: 'UPDATED', path: 'updatedAt', kind: 'time', minor: true },
  { heading: 'ID', path: 'id', kind: 'id' },
];

const detailColumns: readonly Column[] = [
  { heading: 'Name', path: 'name' },
  { heading: 'ID', path: 'id', kind: 'id' },
  { ...status, heading: 'Status' },
  { heading: 'Schedule', path: '', show: describeSchedule },
  { heading: 'Mailing list', path: 'mailingListId', kind: 'id', show: nameAndId },
  { heading: 'Segment', path: 'audienceSegmentId', kind: 'id', show: nameAndId },
  {
    heading: 'Filter',
    path: 'audienceFilter',
    show: (filter, { names }) => (filter === null ? '' : describeFilter(filter, names)),
  },
  { heading: 'Group', path: 'campaignGroupId', kind: 'id', show: nameAndId },
  { heading: 'Email message', path: 'emailMessageId', kind: 'id' },
  { heading: 'Created', path: 'createdAt', kind: 'time' },
  { heading: 'Updated', path: 'updatedAt', kind: 'time' },
  { heading: 'Page', path: 'url', optional: true },
];

export const campaignDetails: View = { kind: 'details', columns: detailColumns };

/** A new campaign, with the revision that the first update of its message names. */
export const createdDetails: View = {
  kind: 'details',
  columns: [...detailColumns, { heading: 'Message revision', path: 'emailMessageContentRevisionId', kind: 'id' }],
};
