/** The operations on events and event patterns. */
import * as z from 'zod';
import { oneOf } from '../../define/constraints.ts';
import { IDEMPOTENCY_KEY, listOperation, operation } from '../../define/operation.ts';

export const EVENT_PROPERTY_TYPES = ['string', 'number', 'boolean', 'date'] as const;

const summary = {
  id: z.string(),
  eventName: z.string(),
  incomingWebhookPlatform: oneOf(['clerk', 'polar', 'stripe', 'supabase', 'null'])
    .nullable()
    .describe('the platform whose webhooks send the event'),
};

/** An event that the account knows, because it was sent once. */
export const EventSummary = z.object(summary);
export type EventSummary = z.infer<typeof EventSummary>;

export const EventPattern = z.object({
  ...summary,
  eventProperties: z.array(z.object({ name: z.string(), type: oneOf(EVENT_PROPERTY_TYPES) })),
});
export type EventPattern = z.infer<typeof EventPattern>;

export const listEventPatterns = listOperation('GET /v1/event-patterns', 'List the events', EventSummary);

export const getEventPattern = operation('GET /v1/event-patterns/{eventPatternId}', 'Show an event by its ID', {
  input: { eventPatternId: z.string().min(1) },
  output: EventPattern,
});

export const getEventPatternByName = operation(
  'GET /v1/event-patterns/by-name/{eventName}',
  'Show an event by its name',
  { input: { eventName: z.string().min(1) }, output: EventPattern },
);

export const EventValue = z.union([z.string(), z.number(), z.boolean()]);
export type EventValue = z.infer<typeof EventValue>;

export const sendEvent = operation('POST /v1/events/send', 'Send an event for a contact', {
  effect: 'send',
  recipients: ({ email }) => email,
  input: {
    eventName: z.string(),
    email: z.string().optional(),
    userId: z.string().optional(),
    eventProperties: z.record(z.string(), EventValue).optional(),
    mailingLists: z.record(z.string(), z.boolean()).optional(),
    properties: z.record(z.string(), z.union([EventValue, z.null()])).optional(),
    idempotencyKey: z.string().min(1).max(100).optional(),
  },
  headers: { idempotencyKey: IDEMPOTENCY_KEY },
  spread: 'properties',
  output: z.object({ success: z.boolean() }),
});
