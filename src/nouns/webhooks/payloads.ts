/** What the service sends: its kinds of events, and a payload of each. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import type { ToolContext } from '../tool-context.ts';
import { EVENT_KINDS, EVENT_NAMES, fieldPaths, type Payload, samplePayload } from './delivery/events.ts';
import { payloadWith } from './delivery/settings.ts';
import { event, set } from './flags.ts';

const ENVELOPE = ['eventName', 'eventTime', 'webhookSchemaVersion'];

/** The names at the top of all payloads; which of them one has is told by its event. */
const AnyPayload = z.looseObject(
  Object.fromEntries(
    EVENT_NAMES.flatMap((name) => Object.keys(samplePayload(name, new Date(0)))).map((field) => [
      field,
      ENVELOPE.includes(field) ? z.unknown() : z.unknown().optional(),
    ]),
  ),
);

export const eventsCommand = command({
  notes: `Every payload has ${ENVELOPE.join(', ')} as well. Which of transactionalId, campaignId and loopId an email event has is told by its sourceType.`,
  input: z.object({}),
  output: z.array(z.object({ event: z.string(), when: z.string(), fields: z.array(z.string()) })),
  examples: [{ does: 'All of them', line: 'webhooks events' }],
  run: async () =>
    EVENT_KINDS.map(({ name, when }) => ({
      event: name,
      when,
      fields: fieldPaths(samplePayload(name, new Date(0))).filter((path) => !ENVELOPE.includes(path)),
    })),
  view: {
    kind: 'table',
    columns: [
      { heading: 'EVENT', path: 'event', kind: 'id' },
      { heading: 'WHEN', path: 'when', narrowest: 39 },
      { heading: 'FIELDS', path: 'fields', show: topFields, minor: true },
    ],
    empty: 'There are no events.',
  },
});

export const sampleCommand = command({
  input: z.object({ event, set }),
  positionals: ['event'],
  output: AnyPayload,
  examples: [
    { does: 'A new contact', line: 'webhooks sample contact.created' },
    {
      does: 'Of a campaign, for somebody without a user ID',
      line: 'webhooks sample email.opened --set sourceType=campaign --set contactIdentity.userId=null',
    },
  ],
  run: async (context: ToolContext, input): Promise<Payload> =>
    payloadWith(input.event, context.now(), input.set ?? []),
  view: { kind: 'document' },
});

/** In a table there is only room for the names at the top. */
function topFields(value: unknown): string {
  const paths = Array.isArray(value) ? value.map(String) : [];
  return [...new Set(paths.map((path) => /^[^.[]+/.exec(path)?.[0] ?? path))].join(', ');
}
