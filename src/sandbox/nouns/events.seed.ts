/** The seeded events: names with a space, a slash, an umlaut and an emoji, two that differ in case, and one of each platform. */
import type { EventPattern } from '../../nouns/events/operations.ts';
import { section } from '../account.ts';
import { seedId } from '../identifiers.ts';

type PropertyType = 'string' | 'number' | 'boolean' | 'date';

type EventRow = readonly [
  name: string,
  properties: Readonly<Record<string, PropertyType>>,
  platform?: 'clerk' | 'polar' | 'stripe' | 'supabase' | 'null',
];

/** Newest first. */
const EVENTS: readonly EventRow[] = [
  ['🎉 first rota', { rotaName: 'string', people: 'number' }],
  ['rota/published', { rotaName: 'string', weekOf: 'date' }],
  ['Schichtplan geändert', { schicht: 'string' }],
  ['Invited teammate', { teammates: 'number' }],
  ['planUpgraded', { plan: 'string', seats: 'number', annual: 'boolean', renewsOn: 'date' }],
  ['PlanUpgraded', { plan: 'string' }],
  ['signedOut', {}],
  ['user.created', { id: 'string' }, 'clerk'],
  ['order.paid', { amount: 'number', currency: 'string' }, 'polar'],
  ['invoice.payment_failed', { amount: 'number' }, 'stripe'],
  ['user.signup', {}, 'supabase'],
  // The API schema also lists this text instead of null.
  ['legacyImport', { rows: 'number' }, 'null'],
  ['subscriptionStarted', {}],
  ['paymentFailed', { invoiceNumber: 'string', amount: 'number', firstAttempt: 'boolean', nextAttemptOn: 'date' }],
];

const seededEvents = (): EventPattern[] =>
  EVENTS.map(([eventName, properties, platform = null]) => ({
    id: seedId('event-pattern', eventName),
    eventName,
    incomingWebhookPlatform: platform,
    eventProperties: Object.entries(properties).map(([name, type]) => ({ name, type })),
  }));

export const eventPatterns = section('eventPatterns', seededEvents);
