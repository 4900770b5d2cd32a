/** `webhooks events`: the event types and the fields of their payloads. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { ENVELOPE, EVENT_TYPES, fieldPaths, SOURCE_IDS, type SourceType, samplePayload } from './delivery/events.ts';

const IDENTITY = 'contactIdentity';

const ID_FIELDS: readonly string[] = Object.values(SOURCE_IDS);

const EventRow = z.object({
  event: z.string(),
  when: z.string(),
  fields: z.array(z.string()),
  sourceTypes: z.array(z.string()).describe('each has an ID field of its own'),
});

/** The paths of all fields, in every variant of the event. */
function fieldsOf(event: string, sourceTypes: readonly SourceType[]): string[] {
  const variants = sourceTypes.length === 0 ? [undefined] : sourceTypes;
  const paths = variants.flatMap((type) => fieldPaths(samplePayload(event, new Date(0), undefined, type)));
  return [...new Set(paths)].filter((path) => !ENVELOPE.includes(path));
}

/** The top-level names, the alternative IDs first: `transactionalId | campaignId | loopId, email, sourceType`. */
function summarizeFields(row: unknown): string {
  const { fields, sourceTypes } = EventRow.parse(isRecord(row) ? row : {});
  const names = [...new Set(fields.map((path) => /^[^.[]+/.exec(path)?.[0] ?? path))].filter(
    (name) => name !== IDENTITY,
  );
  const alternatives = sourceTypes.length === 0 ? [] : names.filter((name) => ID_FIELDS.includes(name));
  const others = names.filter((name) => !alternatives.includes(name));
  const shown = [...(alternatives.length === 0 ? [] : [alternatives.join(' | ')]), ...others];
  return shown.length === 0 ? IDENTITY : shown.join(', ');
}

export const eventsCommand = command({
  notes: `Every payload also has ${ENVELOPE.join(', ')}, and all except testing.testEvent have ${IDENTITY}. sourceType determines whether an email event has transactionalId, campaignId or loopId.`,
  input: z.object({}),
  output: z.array(EventRow),
  examples: [{ does: 'List all event types', line: 'webhooks events' }],
  run: async () =>
    EVENT_TYPES.map(({ name, when, sourceTypes = [] }) => ({
      event: name,
      when,
      fields: fieldsOf(name, sourceTypes),
      sourceTypes: [...sourceTypes],
    })),
  view: {
    kind: 'table',
    columns: [
      { heading: 'EVENT', path: 'event', kind: 'id' },
      { heading: 'FIELDS', path: '', show: summarizeFields, narrowest: 40 },
      { heading: 'WHEN', path: 'when', minor: true, narrowest: 40 },
    ],
    empty: 'There are no events.',
  },
});
