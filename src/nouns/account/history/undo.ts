/** `undo`: sets the values before a change again. */
import * as z from 'zod';
import { isRemovable, isUndoable } from '../../../define/changed-record.ts';
import { command } from '../../../define/command.ts';
import { textOf, valueAt } from '../../../define/json.ts';
import { effectOfBody } from '../../../define/operation.ts';
import { asFailure, EXIT_CHECK_FAILED, Failure } from '../../../errors.ts';
import type { Entry } from '../../../history/journal.ts';
import { formatCount } from '../../../text/number.ts';
import { relativeTime } from '../../../text/time.ts';
import { EmailMessage } from '../../messages/operations.ts';
import { editingHint } from '../../messages/save.ts';
import { listProperties } from '../../properties.ts';
import type { ToolContext } from '../../tool-context.ts';
import { requireStatus } from '../../workflow/edit/perform.ts';
import { type Changes, chooseEntry, readChanges, undoable } from './entries.ts';
import { currentRecord, different, planUndo, type UndoPlan } from './plan.ts';

const Undone = z.object({
  number: z.number().int().describe('of the change that was undone'),
  command: z.string(),
  name: z.string().optional(),
  fields: z.array(z.string()).describe('that have their value before the change again'),
  diff: z.array(z.string()),
  unchanged: z.array(z.string()).optional().describe('fields of a contact that the API accepted but did not change'),
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
  if (!isUndoable(operation) || operation.undo.person === undefined) return undefined;
  return currentRecord(context, operation, { ...entry, sent: input }).catch((error: unknown) => {
    context.warn(`The undo was sent, but the contact could not be read afterwards: ${asFailure(error).message}`);
    return undefined;
  });
}

/** Rejects with `conflict` where the API did nothing, because contacts wait in what would be removed. */
function requireDone({ operation: { undo } }: UndoPlan, response: unknown): void {
  if (undo?.status === undefined) return;
  const status = textOf(valueAt(response, 'status'));
  if (!undo.status.nothing.includes(status)) {
    requireStatus(response, undo.status.done);
    return;
  }
  const count = valueAt(response, 'queuedContactCount');
  const waiting = typeof count === 'number' ? formatCount(count, 'contact') : 'contacts';
  throw new Failure('conflict', `Nothing was undone, because ${waiting} would be lost (${status}).`, {
    hint: 'Wait until the contacts have moved on, or make the change yourself with --discard-queued.',
  });
}

/** A message that was published or scheduled since cannot be edited, although it still has the content that the change left. */
async function explained(
  context: ToolContext,
  { operation, entry, input }: UndoPlan,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Failure) || error.status !== 409 || !isUndoable(operation)) return error;
  const message = EmailMessage.safeParse(await currentRecord(context, operation, entry).catch(() => undefined));
  if (!message.success || message.data.contentRevisionId !== input['expectedRevisionId']) return error;
  return error.withHint(
    `${editingHint(message.data)} \`loopsctl history ${entry.number} --json\` has the values before.`,
  );
}

async function undo(context: ToolContext, typed: UndoInput): Promise<Undone> {
  const { changes, entry } = await chosen(context, typed);
  const plan = await planUndo(context, entry, typed);
  const response = await context.call(plan.operation, plan.input).catch(async (error: unknown) => {
    throw await explained(context, plan, error);
  });
  requireDone(plan, response);
  await changes.history.append({ type: 'undone', id: entry.id });
  const { number, command, name } = entry;
  const person = await personAfter(context, plan);
  const unchanged = person === undefined || !isUndoable(plan.operation) ? [] : different(plan.operation, entry, person);
  if (unchanged.length > 0) context.warn(`The API accepted the undo but did not change: ${unchanged.join(', ')}.`);
  return {
    number,
    command,
    ...(name === undefined ? {} : { name }),
    fields: plan.fields.filter((field) => !unchanged.includes(field)),
    diff: [...plan.diff],
    ...(unchanged.length === 0 ? {} : { unchanged: [...unchanged] }),
    record: person ?? response,
  };
}

export const undoCommand = command({
  notes: [
    'Reads the record again and compares it with what the change left. If somebody has changed one of these fields since, nothing is sent (exit 5). Email messages and workflows are written on top of the revision that was just read, so an edit in the same moment is not overwritten either.',
    'An undo is recorded like any other change, so it can be undone by its number; that of a change of a contact is recorded only with --journal-personal. Without a number, repeated runs go back one change at a time.',
    'What was created, published, sent, scheduled or deleted cannot be undone. In a workflow, an undo restores the mailing list, the settings of nodes and the connections of moved nodes, and removes a wait or filter that was added. Other nodes that were added stay. Removed nodes do not come back: their emails and metrics are lost, and `workflow push` with a saved file adds new nodes. If contacts would be lost, nothing is undone (exit 5).',
    'Changes of contacts can be undone if they are in the history (--journal-personal). The contact is found by its email address or its user ID, and must be the same one. If the API accepts the values and ignores some, because a property was deleted or the person has left a mailing list, the exit code is 9. A contact that is deleted in the same moment is created again, because the API creates one if none matches. Contacts that were deleted or erased, and suppressions that were removed, cannot be restored.',
  ].join('\n\n'),
  input: undoInput,
  positionals: ['number'],
  calls: async (context: ToolContext, typed) => {
    const { entry } = await chosen(context, typed);
    const { sent } = entry;
    const operation = undoable(entry);
    if (isRemovable(operation)) return [operation.undo.remove, operation.undo.show];
    const { read, person } = operation.undo;
    const reads = person === undefined ? [read] : [read, listProperties];
    return [{ ...operation, effect: effectOfBody(operation, sent) }, ...reads];
  },
  output: Undone,
  question: async (context, typed) => {
    const { entry } = await chosen(context, typed);
    const plan = await planUndo(context, entry, typed);
    explain(context, plan);
    return `Undo ${described(entry)}?${plan.reach === undefined ? '' : ` ${plan.reach}`}`;
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
