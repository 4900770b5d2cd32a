/** The seeded audience segments: all three types of condition, both types of match, and a segment without a filter. */
import type * as z from 'zod';
import type { Condition as ConditionSchema, Filter as FilterSchema } from '../../nouns/conditions.ts';
import type { Segment } from '../../nouns/segments/operations.ts';
import { section } from '../account.ts';
import { seedId } from '../identifiers.ts';
import { datesOf } from '../seed-dates.ts';

type Condition = z.infer<typeof ConditionSchema>;
type Filter = z.infer<typeof FilterSchema>;
/** Dates and their ranges are ISO 8601 date-times. */
type Value = string | number | { readonly from: string; readonly to: string };

/** A condition on a contact property. Operators such as `isTrue` have no value. */
export const property = (key: string, operator: string, value?: Value): Condition =>
  value === undefined ? { type: 'property', key, operator } : { type: 'property', key, operator, value };

const optIn = (status: 'accepted' | 'pending' | 'rejected' | null): Condition => ({ type: 'optIn', status });

const did = (
  action: 'sent' | 'opened' | 'clicked',
  target: 'campaign' | 'workflow' | 'workflowEmail',
  ...words: string[]
): Condition => ({
  type: 'activity',
  action,
  negate: false,
  target,
  id: seedId(...words),
});
const didNot = (...activity: Parameters<typeof did>): Condition => ({ ...did(...activity), negate: true });

export const all = (...conditions: Condition[]): Filter => ({ match: 'all', conditions });
const any = (...conditions: Condition[]): Filter => ({ match: 'any', conditions });

type SegmentRow = readonly [name: string, description: string | null, filter: Filter | null];

const SEGMENTS: readonly SegmentRow[] = [
  ['AI rota beta testers', 'Switched the beta on themselves', all(property('aiRotaBeta', 'isTrue'))],
  ['Opened the price notice', null, all(did('opened', 'campaign', 'campaign', 'Price change 2026'))],
  [
    'Ignored the price notice',
    'Got it, never opened it: call them',
    all(
      did('sent', 'campaign', 'campaign', 'Price change 2026'),
      didNot('opened', 'campaign', 'campaign', 'Price change 2026'),
    ),
  ],
  [
    'Renewals this winter',
    'Annual plans up for renewal',
    all(property('renewsOn', 'between', { from: '2026-12-01T00:00:00.000Z', to: '2027-03-01T00:00:00.000Z' })),
  ],
  ['Black Friday buyers 2025', null, all(property('coupon', 'equals', 'BF2025'))],
  ['Clients français', 'Interface in French', all(property('language', 'equals', 'fr'))],
  ['日本のお客様', 'Interface in Japanese', all(property('language', 'equals', 'ja'))],
  ['Large teams', '100 people and more', all(property('teamSize', 'greaterThan', 99))],
  [
    'Small teams',
    'Fewer than 10 people',
    all(property('teamSize', 'lessThan', 10), property('plan', 'notEquals', 'enterprise')),
  ],
  ['Mid-size teams', null, all(property('teamSize', 'greaterThan', 9), property('teamSize', 'lessThan', 100))],
  ['Double opt-in confirmed', 'Safe to mail in Germany', all(optIn('accepted'))],
  ['Double opt-in pending', 'Asked, not confirmed', all(optIn('pending'))],
  ['Double opt-in rejected', null, all(optIn('rejected'))],
  ['Never asked to opt in', 'Imported before 2025', all(optIn(null))],
  [
    'Clicked in onboarding',
    'Clicked anything in the trial emails',
    any(did('clicked', 'workflow', 'workflow', 'Trial onboarding')),
  ],
  [
    'Silent in onboarding',
    'Did not open the first email',
    all(didNot('opened', 'workflowEmail', 'workflow-node', 'Trial onboarding', 'welcome')),
  ],
  [
    'Trial users',
    'In their 14 days',
    all(property('plan', 'equals', 'trial'), property('trialEndsOn', 'dateNotEmpty')),
  ],
  [
    'Trial without a rota',
    'Have not published a rota yet',
    all(property('plan', 'equals', 'trial'), property('rotasPublished', 'equals', 0)),
  ],
  [
    'Expired trials',
    null,
    all(property('plan', 'equals', 'none'), property('trialEndsOn', 'before', '2026-11-01T00:00:00.000Z')),
  ],
  [
    'Paying customers',
    'On any paid plan',
    any(
      property('plan', 'equals', 'team'),
      property('plan', 'equals', 'business'),
      property('plan', 'equals', 'enterprise'),
    ),
  ],
  [
    'Payment overdue',
    'The latest invoice is not paid',
    all(property('paymentOverdue', 'isTrue'), property('plan', 'notEquals', 'trial')),
  ],
  [
    'Cancelled',
    'Left, and did not come back',
    all(property('cancelledOn', 'dateNotEmpty'), property('plan', 'equals', 'none')),
  ],
  [
    'Hospitality',
    'Restaurants, cafés, hotels',
    any(
      property('industry', 'contains', 'restaurant'),
      property('industry', 'contains', 'hotel'),
      property('industry', 'contains', 'café'),
    ),
  ],
  ['Healthcare', null, all(property('industry', 'contains', 'care'), property('industry', 'notContains', 'pet care'))],
  ['Admins', 'Can invite and pay', all(property('role', 'equals', 'admin'))],
  ['No phone number', 'Cannot get shift alerts by text', all(property('phone', 'empty'))],
  ['Has a company name', null, all(property('companyName', 'notEmpty'), property('isPersonalAddress', 'isFalse'))],
  [
    'Signed up since 2026',
    'For the onboarding survey',
    all(property('createdAt', 'after', '2026-01-01T00:00:00.000Z')),
  ],
  [
    'Never signed in again',
    'No sign-in after the first day',
    all(property('lastSignInOn', 'dateEmpty'), property('source', 'any')),
  ],
  ['All contacts', 'Everyone, without a filter', null],
];

export const segmentId = (name: string): string => seedId('segment', name);

function seededSegments(): Segment[] {
  return SEGMENTS.map(([name, description, filter], index) => {
    const dates = datesOf(`segment ${name}`, index, SEGMENTS.length);
    return { id: segmentId(name), name, description, ...dates, filter };
  });
}

export const audienceSegments = section('audienceSegments', seededSegments);
