/** The seeded campaigns: every status, every combination of list, segment and filter, and two with the same name. */
import type * as z from 'zod';
import type { Campaign, CampaignMetrics } from '../../nouns/campaigns/operations.ts';
import type { Filter } from '../../nouns/conditions.ts';
import { section } from '../account.ts';
import { seedId } from '../identifiers.ts';
import { datesOf, spread } from '../seed-dates.ts';
import { groupId, UNSORTED } from './groups.ts';
import { mailingListId } from './lists.ts';
import { all, property, segmentId } from './segments.seed.ts';

/** A campaign as it is saved. */
export interface SavedCampaign {
  readonly record: Campaign;
  metrics: CampaignMetrics;
  /** Milliseconds since the epoch. */
  readonly countedAt: number;
}

interface Audience {
  readonly list?: string;
  readonly segment?: string;
  readonly filter?: z.infer<typeof Filter>;
}

type Status = 'Draft' | 'Scheduled' | 'Sending' | 'Sent';

type CampaignRow = readonly [name: string, group: string, status: Status, sends: number, audience: Audience];

const onTrial = all(property('plan', 'equals', 'trial'));
const large = all(property('teamSize', 'greaterThan', 99));

/** Newest first. */
const CAMPAIGNS: readonly CampaignRow[] = [
  ['Year in review 2026', 'Year in review 2026', 'Draft', 0, { list: 'Product updates' }],
  ['Holiday opening hours', UNSORTED, 'Draft', 0, {}],
  ['Changelog digest', 'Changelog digest', 'Draft', 0, { segment: 'Admins' }],
  ['Changelog digest', 'Changelog digest', 'Sent', 12_480, { segment: 'Admins' }],
  [
    'Black Friday 2026: annual plans',
    'Black Friday 2026',
    'Scheduled',
    0,
    { list: 'Offers', segment: 'Paying customers' },
  ],
  ['AI rota launch', 'AI rota launch', 'Sending', 31_207, { list: 'Product updates', filter: large }],
  ['AI rota: how it works', 'AI rota launch', 'Draft', 0, { segment: 'Large teams', filter: onTrial }],
  ['Rota webinar for hotels 🏨', 'Autumn webinar series', 'Sent', 4_322, { filter: large }],
  ['Neue Preise für Bestandskunden', 'Price change 2026', 'Sent', 1_904, { segment: 'Paying customers' }],
  ['料金改定のお知らせ', '日本向けニュース', 'Sent', 988, { segment: '日本のお客様' }],
  ['Price change 2026', 'Price change 2026', 'Sent', 18_660, { list: 'Product updates', segment: 'Paying customers' }],
  [
    'Referral month',
    'Referral programme',
    'Sent',
    9_051,
    { list: 'Offers', segment: 'Mid-size teams', filter: onTrial },
  ],
  ['Year in review 2025', 'Year in review 2025', 'Sent', 40_112, { segment: 'All contacts' }],
];

/** Campaigns with the name of an older one have a number in their seed. */
const keyOf = (index: number): string => {
  const [name = ''] = CAMPAIGNS[index] ?? [];
  const older = CAMPAIGNS.slice(index + 1).filter(([other]) => other === name).length;
  return older === 0 ? name : `${name} ${older + 1}`;
};

const campaignId = (key: string): string => seedId('campaign', key);
export const campaignMessageId = (key: string): string => seedId('campaign-message', key);

/** The seeded messages of campaigns, by their IDs. */
export const campaignMessages: ReadonlyMap<string, { readonly name: string }> = new Map(
  CAMPAIGNS.map(([name], index) => [campaignMessageId(keyOf(index)), { name }]),
);

const SCHEDULED_FOR = '2026-11-27T06:00:00.000Z';

const pageOf = (id: string): string => `https://app.loops.example/campaigns/${id}`;

export const withPage = (record: Omit<Campaign, 'url'>): Campaign => ({ ...record, url: pageOf(record.id) });

const seededCampaigns = (now: number): SavedCampaign[] =>
  CAMPAIGNS.map(([name, group, status, sends, { list, segment, filter }], index) => {
    const key = keyOf(index);
    return {
      record: withPage({
        id: campaignId(key),
        name,
        status,
        ...datesOf(`campaign ${key}`, index, CAMPAIGNS.length),
        emailMessageId: campaignMessageId(key),
        campaignGroupId: groupId('campaign', group),
        mailingListId: list === undefined ? null : mailingListId(list),
        audienceSegmentId: segment === undefined ? null : segmentId(segment),
        audienceFilter: filter ?? null,
        scheduling:
          status === 'Scheduled'
            ? { method: 'schedule', timestamp: SCHEDULED_FOR }
            : { method: 'now', timestamp: null },
      }),
      metrics: metricsOf(key, sends),
      countedAt: now,
    };
  });

export function metricsOf(key: string, sends: number): CampaignMetrics {
  const share = (min: number, max: number, counter: string) =>
    Math.round(sends * (min + ((max - min) * spread(1000, 'campaign', key, counter)) / 1000));
  const opens = share(0.28, 0.52, 'opens');
  return {
    sends,
    opens,
    clicks: Math.min(opens, share(0.02, 0.11, 'clicks')),
    unsubscribes: share(0.001, 0.008, 'unsubscribes'),
    spamReports: share(0, 0.0008, 'spamReports'),
    hardBounces: share(0.001, 0.009, 'hardBounces'),
    softBounces: share(0.002, 0.012, 'softBounces'),
  };
}

export const campaignSection = section('campaigns', seededCampaigns);
