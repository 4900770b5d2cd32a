/** `history`: the changes that this machine has made, with the values before and after. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { pathValues } from '../../../define/route.ts';
import { usage } from '../../../errors.ts';
import type { Entry } from '../../../history/journal.ts';
import type { ToolContext } from '../../tool-context.ts';
import { fieldsIn, NOUNS, nounOf, readChanges, whyNot } from './entries.ts';

const Values = z.record(z.string(), z.unknown());

const Row = z.object({
  number: z.number().int().describe('for `loopsctl undo <number>`'),
  time: z.string(),
  command: z.string(),
  name: z.string().optional(),
  record: z.string().optional().describe('ID of the record'),
  request: z.string(),
  fields: z.array(z.string()),
  state: z.enum(['can be undone', 'undone', 'cannot be undone', 'result unknown']),
  reason: z.string().optional().describe('why it cannot be undone'),
  before: Values.optional(),
  after: Values.optional(),
});
type Row = z.infer<typeof Row>;

const recordOf = ({ route, path, record }: Entry): string | undefined => pathValues(route, path).at(-1) ?? record;

function rowOf(entry: Entry): Row {
  const { number, time, command, name, route, path, before, after, isUndone } = entry;
  const reason = whyNot(entry);
  const isUnknown = after === undefined && reason === undefined;
  const id = recordOf(entry);
  return {
    ...{ number, time, command },
    ...(name === undefined ? {} : { name }),
    ...(id === undefined ? {} : { record: id }),
    request: `${route.split(' ')[0]} ${path}`,
    fields: [...fieldsIn(entry)],
    state: isUndone ? 'undone' : reason ? 'cannot be undone' : isUnknown ? 'result unknown' : 'can be undone',
    ...(reason === undefined || isUndone ? {} : { reason }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

const nounNamed = (word: string): string | undefined => [word, `${word}s`].find((name) => NOUNS.has(name));

/** One word is the number of a change, or a noun, also in the singular, if there is one of this name; a record of the same name is found with both words. */
function selection(word: string | undefined, record: string | undefined): (entry: Entry) => boolean {
  if (word === undefined) return () => true;
  const isRecord = (entry: Entry, name: string): boolean => recordOf(entry) === name || entry.name === name;
  const isNumber = (entry: Entry): boolean => String(entry.number) === word;
  const noun = nounNamed(word);
  if (noun !== undefined) return (entry) => nounOf(entry) === noun && (record === undefined || isRecord(entry, record));
  if (record === undefined) return (entry) => isNumber(entry) || isRecord(entry, word);
  throw usage(`${JSON.stringify(word)} is not a noun with a history.`, `Nouns: ${[...NOUNS].join(', ')}.`);
}

export const historyCommand = command({
  notes: [
    'Before each change of content or settings, the values that it replaces are saved on this machine, readable only for you; --json shows them. Changes made with `api`, which sends only the request that was typed, are never recorded, and neither are events and emails that were sent. Old changes are removed when the file reaches 16 MB.',
    'Changes of contacts contain personal data, so they are recorded only with --journal-personal, or with LOOPS_HISTORY=personal for all commands; each takes two more requests. Imports are never recorded. `contacts erase` and `contacts delete` remove what the history of this machine has about a person, also changes of filters that name the email address or the user ID.',
    'If the values cannot be saved, the change is not made (exit 2). A change without values to save, such as a creation, is made anyway. --no-history, or LOOPS_HISTORY=off for a machine that is thrown away, makes changes without.',
  ].join('\n\n'),
  input: z.object({
    noun: z
      .string()
      .min(1)
      .optional()
      .describe('only changes of one noun (themes) or of one record (its ID or name), or one change (its number)')
      .meta({ placeholder: 'noun|id|name|number' }),
    record: z.string().min(1).optional().describe('only this record of the noun').meta({ placeholder: 'id|name' }),
    limit: z.number().int().min(1).default(50).describe('only the newest'),
    all: z.boolean().default(false).describe('also changes with other API keys'),
  }),
  positionals: ['noun', 'record'],
  output: z.array(Row),
  examples: [
    { does: 'The newest changes', line: 'history' },
    { does: 'Those of emails of all kinds', line: 'history messages' },
    { does: 'Those of one theme', line: 'history Coral' },
    { does: 'Change 3, with the values before and after', line: 'history 3 --json' },
  ],
  run: async (context: ToolContext, { noun, record, limit, all }) => {
    const { entries } = await readChanges(context, all);
    const found = entries.filter(selection(noun, record));
    if (found.length === 0 && entries.length > 0 && noun !== undefined && nounNamed(noun) === undefined) {
      context.note(
        `${JSON.stringify(noun)} is not a noun with a history (${[...NOUNS].join(', ')}), and no change has this name, ID or number.`,
      );
    }
    return found.slice(0, limit).map(rowOf);
  },
  view: ({ noun }) => ({
    kind: 'table',
    columns: [
      { heading: 'NO', path: 'number', kind: 'number' },
      { heading: 'TIME', path: 'time', kind: 'time' },
      { heading: 'COMMAND', path: 'command' },
      { heading: 'NAME', path: 'name' },
      { heading: 'FIELDS', path: 'fields', show: (fields) => (Array.isArray(fields) ? fields.join(', ') : '') },
      { heading: 'STATE', path: 'state', minor: true },
      { heading: 'ID', path: 'record', kind: 'id', minor: true },
    ],
    empty: noun === undefined ? 'No changes.' : 'No matches.',
  }),
});
