/** The two collections of groups of the seeded account, each with the reserved `Unsorted` as its oldest. */
import { type Group, UNSORTED } from '../account.ts';
import { seedId } from '../identifiers.ts';
import { datesOf } from './calendar.ts';

type Kind = 'transactional' | 'campaign';
type GroupRow = readonly [name: string, description: string | null];

const RESERVED: GroupRow = [UNSORTED, 'Everything that has no group yet'];

/** Newest first, as all tables of the seed. */
const TRANSACTIONAL: readonly GroupRow[] = [
  ['Mobile app', 'Emails the iOS and Android apps ask for'],
  ['Shift marketplace', 'Offers, swaps and hand-overs between teammates'],
  ['Équipe France', 'French translations, reviewed by the Lyon office'],
  ['日本チーム', 'Japanese translations for the Tokyo pilot'],
  ['Data exports', 'Links to files that are ready for download'],
  ['Partner portal', null],
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
  ['Event follow-ups', null],
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

/** The ID of a group of the seed by its name. */
export const groupId = (kind: Kind, name: string): string => seedId(`${kind}-group`, name);

export const transactionalGroups = (): Group[] => groups('transactional', [...TRANSACTIONAL, RESERVED]);

export const campaignGroups = (): Group[] => groups('campaign', [...CAMPAIGN, RESERVED]);

function groups(kind: Kind, rows: readonly GroupRow[]): Group[] {
  return rows.map(([name, description], index) => {
    const dates = datesOf(`${kind} ${name}`, index, rows.length);
    const updatedAt = name === UNSORTED ? dates.createdAt : dates.updatedAt;
    return { id: groupId(kind, name), name, description, createdAt: dates.createdAt, updatedAt };
  });
}
