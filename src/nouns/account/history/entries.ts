/** The changes that this machine has made with the key in use, and whether each can be undone. */

import { effectOfBody, type Operation } from '../../../define/operation.ts';
import type { Undo } from '../../../define/undo.ts';
import { usage } from '../../../errors.ts';
import { type Entry, type History, historyFile, openHistory } from '../../../history/journal.ts';
import { historyTeam } from '../../../history/of-run.ts';
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
  return { history, entries: all ? entries : entries.filter((entry) => entry.team === team) };
}

/** The nouns whose changes are recorded, by the first part of the path. */
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
  contacts: 'properties',
};

export const NOUNS: ReadonlySet<string> = new Set(Object.values(NOUN_OF));

export const nounOf = ({ path }: Entry): string | undefined => {
  const first = path.split('/')[2] ?? '';
  return Object.hasOwn(NOUN_OF, first) ? NOUN_OF[first] : undefined;
};

export type Undoable = Operation & { readonly undo: Undo<Operation> };

const operationOf = ({ route }: Entry): Operation | undefined =>
  operations.find((operation) => operation.route === route);

const canUndo = (undo: Operation['undo']): undo is Undo<Operation> => undo !== undefined && 'read' in undo;

/** Why a change cannot be undone, as a sentence; undefined where it can be tried. */
export function whyNot(entry: Entry): string | undefined {
  if (entry.isUndone) return 'It was undone.';
  const operation = operationOf(entry);
  if (operation?.undo === undefined) return 'This version has no rule to undo it.';
  if (!canUndo(operation.undo)) return operation.undo.never;
  if (effectOfBody(operation, entry.sent) === 'send') return 'What was scheduled may be sent already.';
  return entry.before === undefined ? 'The value before is not known.' : undefined;
}

export function undoable(entry: Entry): Undoable {
  const operation = operationOf(entry);
  const reason = whyNot(entry);
  if (reason === undefined && operation !== undefined && canUndo(operation.undo)) {
    return { ...operation, undo: operation.undo };
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
