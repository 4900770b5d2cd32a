/** The history in one run: the recorder of its changes, which opens the file at the first one. */
import { createHash } from 'node:crypto';
import { type ChangeRecorder, NOT_RECORDED } from '../define/history.ts';
import { usage } from '../errors.ts';
import type { Team } from '../lookup/team.ts';
import { once } from '../runtime/once.ts';
import type { Directories, Runtime } from '../runtime/runtime.ts';
import { peopleEraser } from './erase-people.ts';
import { historyFile, openHistory } from './journal.ts';
import { recorderOf } from './recorder.ts';

/** Distinguishes keys without revealing them. The port of a sandbox differs in each run. */
export const historyTeam = async ({ service, connection }: Pick<Run, 'service' | 'connection'>): Promise<string> =>
  createHash('sha256')
    .update(`${await service()}\0${(await connection()).apiKey}`)
    .digest('hex')
    .slice(0, 24);

/** What is recorded: nothing, changes that are not about people, or all changes. */
export type HistoryScope = 'off' | 'on' | 'personal';

/** A flag takes precedence over LOOPS_HISTORY. Throws a `usage` failure for an unknown value of it. */
export function historyScope(
  flags: { readonly history: boolean; readonly journalPersonal: boolean },
  { env }: Pick<Runtime, 'env'>,
): HistoryScope {
  if (!flags.history) return 'off';
  if (flags.journalPersonal) return 'personal';
  const value = env['LOOPS_HISTORY'] || 'on';
  if (value === 'on' || value === 'off' || value === 'personal') return value;
  throw usage(`Invalid LOOPS_HISTORY ${JSON.stringify(value)}.`, 'Values: on, off, personal.');
}

interface Run {
  /** `themes update` */
  readonly command: string;
  readonly directories: Pick<Directories, 'data'>;
  /** The origin of the API. */
  service(): Promise<string>;
  connection(): Promise<Team>;
  now(): Date;
  warn(message: string): void;
}

/** Removes what the history has about people, by email addresses, user IDs and IDs of contacts. */
export function historyEraser({ directories, service }: Pick<Run, 'directories' | 'service'>) {
  const eraser = once(async () => peopleEraser(openHistory(historyFile(directories, await service()))));
  return async (names: readonly string[]): Promise<void> => (await eraser())(names);
}

/** `personal`: changes of people are recorded too. */
export function historyOf(
  { command, directories, service, connection, now, warn }: Run,
  personal: boolean,
): ChangeRecorder {
  const recorder = once(async () => {
    const history = openHistory(historyFile(directories, await service()));
    return recorderOf({
      history,
      team: await historyTeam({ service, connection }),
      command: command.replace(/^loopsctl /, ''),
      now,
      warn,
    });
  });
  return {
    begin: async (change) =>
      change.operation.undo?.person !== undefined && !personal ? NOT_RECORDED : (await recorder()).begin(change),
  };
}
