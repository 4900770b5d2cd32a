/** The changes that this machine has made with the key in use, and whether each can be undone. */
import { readRules } from '../../../config/rules.ts';
import { isRemovable, isUndoable, type Removable, type Undoable } from '../../../define/changed-record.ts';
import { effectOfBody, type Operation } from '../../../define/operation.ts';
import type { UndoByRemoval } from '../../../define/undo.ts';
import { usage } from '../../../errors.ts';
import { type Entry, type History, historyFile, openHistory } from '../../../history/journal.ts';
import { historyTeam } from '../../../history/of-run.ts';
import { canonicalJson } from '../../../project/content.ts';
import { formatCount } from '../../../text/number.ts';
import { operations } from '../../operations.ts';
import type { ToolContext } from '../../tool-context.ts';

export interface Changes {
  readonly history: History;
  /** The newest first. */
  readonly entries: readonly Entry[];
}

/** `all`: also those of other keys of this API, such as a key that was replaced. */
export async function readChanges(context: ToolContext, all: boolean): Promise<Changes> {
  const history = openHistory(historyFile(context.directories, await context.service()));
  const { entries, damaged } = await history.read();
  if (damaged > 0) {
    context.warn(`${formatCount(damaged, 'line')} of ${history.path} could not be read. These changes are left out.`);
  }
  const team = await historyTeam(context);
  const chosen = all ? entries : entries.filter((entry) => entry.team === team);
  return { history, entries: await permitted(context, chosen) };
}

/** Changes of people are personal data, here as in the API. */
async function permitted(context: ToolContext, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const others = entries.filter(({ people }) => people === undefined);
  if (others.length === entries.length) return entries;
  const { allowed } = await readRules(context.flags, context.runtime, context.profiles);
  const narrowing = allowed.find(({ effects }) => !effects.has('personal'));
  if (narrowing === undefined) return entries;
  const left = formatCount(entries.length - others.length, 'change');
  context.note(`${left} of contacts not shown, because ${narrowing.source} does not allow "personal".`);
  return others;
}

/** The nouns whose changes are recorded, by the beginning of the path. */
const NOUN_OF: Readonly<Record<string, string>> = {
  themes: 'themes',
  components: 'components',
  campaigns: 'campaigns',
  'email-messages': 'messages',
  'transactional-emails': 'transactional',
  'transactional-groups': 'groups',
  'campaign-groups': 'groups',
  'audience-segments': 'segments',
  workflows: 'workflow',
  'contacts/properties': 'properties',
  contacts: 'contacts',
};

export const NOUNS: ReadonlySet<string> = new Set(Object.values(NOUN_OF));

export const nounOf = ({ path }: Entry): string | undefined => {
  const [first = '', second = ''] = path.split('/').slice(2);
  const known = [`${first}/${second}`, first].find((begin) => Object.hasOwn(NOUN_OF, begin));
  return known === undefined ? undefined : NOUN_OF[known];
};

const operationOf = ({ route }: Entry): Operation | undefined =>
  operations.find((operation) => operation.route === route);

/** Why a change cannot be undone, as a sentence; undefined where it can be tried. */
export function whyNot(entry: Entry): string | undefined {
  if (entry.isUndone) return 'It was undone.';
  const operation = operationOf(entry);
  if (operation?.undo === undefined) return 'This version has no rule to undo it.';
  if ('never' in operation.undo) return operation.undo.never;
  if ('remove' in operation.undo) return keptBecause(operation.undo, entry);
  if (effectOfBody(operation, entry.sent) === 'send') return 'What was scheduled may be sent already.';
  if (entry.before !== undefined) return isWithoutEffect(entry) ? 'It changed nothing.' : undefined;
  return operation.undo.created ?? 'The value before is not known.';
}

const isWithoutEffect = ({ before, after }: Entry): boolean =>
  after !== undefined && canonicalJson(before) === canonicalJson(after);

const keptBecause = (undo: UndoByRemoval<Operation>, { after, record }: Entry): string | undefined =>
  after === undefined || record === undefined ? 'It is not known what was created.' : undo.keep(after);

/** What a change has set, without the names by which a person was found. */
export function fieldsIn(entry: Entry): readonly string[] {
  const { sent, before } = entry;
  const names = operationOf(entry)?.undo?.person ?? [];
  return Object.keys(sent).filter((field) => !names.includes(field) || before?.[field] !== sent[field]);
}

/** How a change is undone. Throws a `usage` failure where it cannot be. */
export function undoable(entry: Entry): Undoable | Removable {
  const operation = operationOf(entry);
  const reason = whyNot(entry);
  if (reason === undefined && operation !== undefined && (isUndoable(operation) || isRemovable(operation))) {
    return operation;
  }
  throw usage(`Change ${entry.number} can't be undone. ${reason ?? ''}`.trim(), 'Run `loopsctl history`.');
}

/** The change with a number, or the newest one that can be undone and is not the undoing of another. */
export function chooseEntry({ entries }: Changes, number: number | undefined): Entry {
  const entry =
    number === undefined
      ? entries.find((one) => whyNot(one) === undefined && one.command !== 'undo')
      : entries.find((one) => one.number === number);
  if (entry !== undefined) return entry;
  if (number === undefined) throw usage('There is no change to undo.', 'Run `loopsctl history --all`.');
  throw usage(`There is no change ${number}.`, 'Run `loopsctl history` to see the numbers.');
}
