/** `events list` and `events show`: the events that the account knows. */
import * as z from 'zod';
import { collectionCommand, command } from '../../define/command.ts';
import { nameContains } from '../../define/filters.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import { FIND_CALLS, requireEvent } from './find.ts';
import { EventPattern, listEventPatterns } from './operations.ts';

const platform = (value: unknown): string => (value === 'null' ? '' : textOf(value));

const properties = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((one) => (isRecord(one) ? `${textOf(one['name'])}: ${textOf(one['type'])}` : textOf(one))).join(', ')
    : textOf(value);

export const listCommand = collectionCommand(listEventPatterns, {
  input: {
    search: z
      .string()
      .min(1)
      .optional()
      .describe('only events whose name contains this text')
      .meta({ placeholder: 'text' }),
  },
  filters: { search: (item, text) => nameContains({ name: valueAt(item, 'eventName') }, text) },
  notes: 'An event exists from the first time it was sent, even if its name was a typo. Events cannot be deleted.',
  examples: [
    { does: 'All events', line: 'events list' },
    { does: 'Events with a word in their name', line: 'events list --search plan' },
  ],
  columns: [
    { heading: 'EVENT', path: 'eventName' },
    { heading: 'PLATFORM', path: 'incomingWebhookPlatform', show: platform },
    { heading: 'ID', path: 'id', kind: 'id' },
  ],
  empty: 'No events. An event is added when it is sent for the first time.',
});

export const showCommand = command({
  notes: 'Names are case-sensitive. The types of properties are those of the values that were sent first.',
  input: z.object({ event: z.string().min(1).describe('name or ID of the event').meta({ completes: 'events' }) }),
  positionals: ['event'],
  output: EventPattern,
  calls: FIND_CALLS,
  examples: [
    { does: 'An event and its properties', line: 'events show paymentFailed' },
    { does: 'A name with a slash', line: 'events show rota/published' },
  ],
  run: (context, { event }) => requireEvent(context, event),
  view: {
    kind: 'details',
    columns: [
      { heading: 'Event', path: 'eventName' },
      { heading: 'ID', path: 'id', kind: 'id' },
      { heading: 'Platform', path: 'incomingWebhookPlatform', show: platform },
      { heading: 'Properties', path: 'eventProperties', show: properties },
    ],
  },
});
