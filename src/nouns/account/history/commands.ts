/** `history`: the changes that this machine has made. `undo`: sets the values before one of them again. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { effectOfBody } from '../../../define/operation.ts';
import { pathValues } from '../../../define/route.ts';
import { asFailure, EXIT_CHECK_FAILED, usage } from '../../../errors.ts';
import type { Entry } from '../../../history/journal.ts';
import { relativeTime } from '../../../text/time.ts';
import type { ToolContext } from '../../tool-context.ts';
import { type Changes, chooseEntry, fieldsIn, NOUNS, nounOf, readChanges, undoable, whyNot } from './entries.ts';
import { currentRecord, different, planUndo, type UndoPlan } from './plan.ts';

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

/** One word is a noun, also in the singular, if there is one of this name; a record of the same name is found with both words. */
function selection(word: string | undefined, record: string | undefined): (entry: Entry) => boolean {
  if (word === undefined) return () => true;
  const isRecord = (entry: Entry, name: string): boolean => recordOf(entry) === name || entry.name === name;
  const noun = [word, `${word}s`].find((name) => NOUNS.has(name));
  if (noun !== undefined) return (entry) => nounOf(entry) === noun && (record === undefined || isRecord(entry, record));
  if (record === undefined) return (entry) => isRecord(entry, word);
  throw usage(`${JSON.stringify(word)} is not a noun with a history.`, `Nouns: ${[...NOUNS].join(', ')}.`);
}

export const historyCommand = command({
  notes: [
    'Before each change of content or settings, the values that it replaces are saved on this machine, readable only for you; --json shows them. Changes made with `api`, which sends only the request that was typed, are never recorded, and neither are events and emails that were sent. Old changes are removed when the file has 16 MB.',
    'Changes of contacts contain personal data, so they are recorded only with --journal-personal, or with LOOPS_HISTORY=personal for all commands; each takes two more requests. Imports are never recorded. `contacts erase` and `contacts delete` remove what the history of this machine has about a person.',
    'If the values cannot be saved, the change is not made (exit 2). A change without values to save, such as a creation, is made anyway. --no-history, or LOOPS_HISTORY=off for a machine that is thrown away, makes changes without.',
  ].join('\n\n'),
  input: z.object({
    noun: z
      .string()
      .min(1)
      .optional()
      .describe('only changes of one noun (themes), or of one record: its ID or name')
      .meta({ placeholder: 'noun|id|name' }),
    record: z.string().min(1).optional().describe('only this record of the noun').meta({ placeholder: 'id|name' }),
    limit: z.number().int().min(1).default(50).describe('only the newest'),
    all: z.boolean().default(false).describe('also changes with other API keys'),
  }),
  positionals: ['noun', 'record'],
  output: z.array(Row),
  examples: [
    { does: 'The newest changes', line: 'history' },
    { does: 'Those of emails of all kinds', line: 'history messages' },
    { does: 'Those of one theme, with the values before and after', line: 'history Coral --json' },
  ],
  run: async (context: ToolContext, { noun, record, limit, all }) => {
    const { entries } = await readChanges(context, all);
    const found = entries.filter(selection(noun, record));
    if (found.length === 0 && entries.length > 0) {
      context.note(
        `The history has other changes. Pass a noun (${[...NOUNS].join(', ')}), or a name or ID as it is there.`,
      );
    }
    return found.slice(0, limit).map(rowOf);
  },
  view: {
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
    empty: 'No changes.',
  },
});

const Undone = z.object({
  number: z.number().int().describe('of the change that was undone'),
  command: z.string(),
  name: z.string().optional(),
  fields: z.array(z.string()).describe('that have their value before the change again'),
  diff: z.array(z.string()),
  unchanged: z
    .array(z.string())
    .optional()
    .describe('fields of a contact that the API has accepted, but left as they were'),
  record: z.unknown().describe('as the API returned it'),
});
type Undone = z.infer<typeof Undone>;

const undoInput = z.object({
  number: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: 'must be a number of `loopsctl history`' })
    .optional()
    .describe('of the change in `history` (default: the newest that can be undone)'),
  all: z.boolean().default(false).describe('also changes with other API keys'),
  allowResubscribe: z
    .boolean()
    .default(false)
    .describe('allow subscribed=true, which subscribes a person who may have unsubscribed since'),
});
type UndoInput = z.output<typeof undoInput>;

interface Chosen {
  readonly changes: Changes;
  readonly entry: Entry;
}

const chosen = (context: ToolContext, { number, all }: UndoInput): Promise<Chosen> =>
  context.once(async () => {
    const changes = await readChanges(context, all || number !== undefined);
    return { changes, entry: chooseEntry(changes, number === undefined ? undefined : Number(number)) };
  });

const described = ({ number, command, name }: Entry): string =>
  `change ${number}, \`${command}\`${name === undefined ? '' : ` of ${JSON.stringify(name)}`}`;

function explain(context: ToolContext, { entry, diff }: UndoPlan): void {
  context.note(`Undoing ${described(entry)}, ${relativeTime(entry.time, context.now())}:`);
  for (const line of diff) context.note(line);
}

/** The contact after an undo: the API does not return it, and ignores a property or a mailing list that is gone. */
async function personAfter(context: ToolContext, { operation, entry, input }: UndoPlan) {
  if (operation.undo.person === undefined) return undefined;
  return currentRecord(context, operation, { ...entry, sent: input }).catch((error: unknown) => {
    context.warn(`The undo was sent, but the contact could not be read afterwards: ${asFailure(error).message}`);
    return undefined;
  });
}

async function undo(context: ToolContext, typed: UndoInput): Promise<Undone> {
  const { changes, entry } = await chosen(context, typed);
  const plan = await planUndo(context, entry, typed);
  const response = await context.call(plan.operation, plan.input);
  await changes.history.append({ type: 'undone', id: entry.id });
  const { number, command, name } = entry;
  const person = await personAfter(context, plan);
  const unchanged = person === undefined ? [] : different(plan.operation, entry, person);
  if (unchanged.length > 0) context.warn(`The API has accepted the undo, but left as it was: ${unchanged.join(', ')}.`);
  return {
    number,
    command,
    ...(name === undefined ? {} : { name }),
    fields: [...plan.fields],
    diff: [...plan.diff],
    ...(unchanged.length === 0 ? {} : { unchanged: [...unchanged] }),
    record: person ?? response,
  };
}

export const undoCommand = command({
  notes: [
    'Reads the record again and compares it with what the change has left. If somebody has changed one of these fields since, nothing is sent (exit 5). Email messages and workflows are written on top of the revision that was just read, so an edit in the same moment is not overwritten either.',
    'An undo is a change like any other: it is in the history, and can be undone by its number. Without a number, repeated runs go back one change at a time.',
    'To undo the change of a contact, it must be in the history (--journal-personal). The contact is found by its email address or its user ID, and must be the same one. A contact that is deleted in the same moment is created again, because the API creates one if none matches.',
    'What was created, published, sent, scheduled or deleted cannot be undone, and neither can nodes of a workflow that were added, moved or removed: `workflow push` brings it to a saved file. Settings of nodes can be undone one by one.',
  ].join('\n\n'),
  input: undoInput,
  positionals: ['number'],
  calls: async (context: ToolContext, typed) => {
    const operation = undoable((await chosen(context, typed)).entry);
    const { sent } = (await chosen(context, typed)).entry;
    return [{ ...operation, effect: effectOfBody(operation, sent) }, operation.undo.read];
  },
  output: Undone,
  question: async (context, typed) => {
    const { entry } = await chosen(context, typed);
    const plan = await planUndo(context, entry, typed);
    explain(context, plan);
    const { reach } = plan.operation.undo;
    return `Undo ${described(entry)}?${reach === undefined ? '' : ` ${reach}`}`;
  },
  examples: [
    { does: 'The newest change', line: 'undo --dry-run' },
    { does: 'Change 3, without being asked', line: 'undo 3 --yes' },
  ],
  run: undo,
  verdict: ({ unchanged = [] }) => (unchanged.length === 0 ? 0 : EXIT_CHECK_FAILED),
  view: {
    kind: 'drawing',
    draw: (value, { style }) => {
      const { number, command, name, diff } = Undone.parse(value);
      const what = name === undefined ? '' : ` of ${JSON.stringify(name)}`;
      const paint = (line: string) =>
        line.startsWith('+') ? style.green(line) : line.startsWith('-') ? style.red(line) : line;
      return [`Undid change ${number}, \`${command}\`${what}.`, ...diff.map((line) => `  ${paint(line)}`)].join('\n');
    },
  },
});
