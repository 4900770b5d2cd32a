/** Groups of transactional emails and of campaigns. The oldest of each is the reserved `Unsorted`. */
import * as z from 'zod';
import type { Group } from '../../nouns/groups/operations.ts';
import { section } from '../account.ts';
import { collection } from '../collection.ts';
import { Refusal, type SandboxNoun } from '../handler.ts';
import { newId, seedId } from '../identifiers.ts';
import { changes, nonEmptyText } from '../request-body.ts';
import { datesOf } from '../seed-dates.ts';

type GroupType = 'transactional' | 'campaign';
type GroupRow = readonly [name: string, description: string];

/** The reserved group: it cannot be edited, and no other group can have its name. */
export const UNSORTED = 'Unsorted';

const RESERVED: GroupRow = [UNSORTED, 'Everything that has no group yet'];

const TRANSACTIONAL: readonly GroupRow[] = [
  ['Mobile app', 'Emails the iOS and Android apps ask for'],
  ['Shift marketplace', 'Offers, swaps and hand-overs between teammates'],
  ['Équipe France', 'French translations, reviewed by the Lyon office'],
  ['日本チーム', 'Japanese translations for the Tokyo pilot'],
  ['Data exports', 'Links to files that are ready for download'],
  ['Partner portal', ''],
  ['Payroll handover', 'Timesheets on their way to the payroll provider'],
  ['Compliance', 'Working-time rules, rest breaks and audits'],
  ['Incidents', 'Status notices while something is broken'],
  ['Calendar sync', 'Google, Outlook and iCal connections'],
  ['Integrations', 'Slack, Zapier and the public API'],
  ['Time off', 'Requests, approvals and balances'],
  ['Clock-in', 'Late starts, missed breaks, forgotten clock-outs'],
  ['Scheduling', 'Published rotas and last-minute changes'],
  ['Team invitations', 'Invites, reminders and acceptances'],
  ['Plan changes', 'Upgrades, downgrades and seat counts'],
  ['Dunning', 'Failed payments, from the first notice to the last'],
  ['Billing', 'Invoices, receipts and payment methods'],
  ['Trials', 'Start, half-time and end of a trial'],
  ['Security', 'New devices, two-factor codes, API keys'],
  ['Account access', 'Passwords, sign-in links, email changes'],
  ['Onboarding', 'The first week of a new workspace'],
  ['Digests', 'Daily and weekly summaries'],
  ['Support', 'Replies and satisfaction surveys'],
];

const CAMPAIGN: readonly GroupRow[] = [
  ['Year in review 2026', 'The numbers every team gets in December'],
  ['Black Friday 2026', 'Annual plans at a discount'],
  ['AI rota launch', 'Announcement, how-to and follow-up'],
  ['Autumn webinar series', 'Invitations and recordings'],
  ['Hospitality', 'Restaurants, cafés and hotels'],
  ['Healthcare', 'Clinics and care homes'],
  ['Retail', 'Shops with more than one location'],
  ['日本向けニュース', 'News for customers in Japan'],
  ['Nouvelles de France', 'The French newsletter'],
  ['Price change 2026', 'Notices to customers on the old plans'],
  ['Beta programme', 'What testers get before everybody else'],
  ['Customer stories', 'One team a month'],
  ['Referral programme', 'Bring a team, get a month'],
  ['Event follow-ups', ''],
  ['Win-back', 'Offers to teams that left'],
  ['Year in review 2025', 'Kept for comparison'],
  ['Black Friday 2025', 'Kept for comparison'],
  ['Partner news', 'For payroll and HR partners'],
  ['Feature announcements', 'One feature, one email'],
  ['Product tips', 'Short how-tos on Tuesdays'],
  ['Surveys', 'NPS and the yearly product survey'],
  ['Changelog digest', 'What shipped, once a month'],
  ['Newsletter ☀️', 'The Brightwater Bulletin'],
  ['Launch announcements', 'From the very first one on'],
];

export const groupId = (type: GroupType, name: string): string => seedId(`${type}-group`, name);

const seededGroups = (type: GroupType, rows: readonly GroupRow[]): Group[] =>
  rows.map(([name, description], index) => {
    const dates = datesOf(`${type} ${name}`, index, rows.length);
    const updatedAt = name === UNSORTED ? dates.createdAt : dates.updatedAt;
    return { id: groupId(type, name), name, description, createdAt: dates.createdAt, updatedAt };
  });

export const transactionalGroups = section('transactionalGroups', () =>
  seededGroups('transactional', [...TRANSACTIONAL, RESERVED]),
);
export const campaignGroups = section('campaignGroups', () => seededGroups('campaign', [...CAMPAIGN, RESERVED]));

const fields = {
  name: nonEmptyText('name').refine((name) => name.trim() !== UNSORTED, `${UNSORTED} is a reserved group name.`),
  description: z.string(),
};

const groupCollection = (path: string, noun: string, groupSection: typeof transactionalGroups) =>
  collection(path, {
    section: groupSection,
    noun,
    recordOf: (group) => group,
    create: {
      body: z.strictObject({ ...fields, description: fields.description.optional() }),
      make: ({ name, description = '' }, { service, createdAt }) => ({
        id: newId(service.random),
        name,
        description,
        createdAt,
        updatedAt: createdAt,
      }),
    },
    update: {
      body: changes(fields),
      change: (group, given) => {
        if (group.name === UNSORTED) throw new Refusal(400, `The ${UNSORTED} group cannot be edited.`);
        Object.assign(group, given);
      },
    },
  });

export const groups: SandboxNoun = {
  sections: [transactionalGroups, campaignGroups],
  handlers: {
    ...groupCollection('transactional-groups', 'Transactional group', transactionalGroups).handlers,
    ...groupCollection('campaign-groups', 'Campaign group', campaignGroups).handlers,
  },
};
