/** The recorder of one run, which opens the history at its first change. */
import type { ChangeRecorder } from '../define/history.ts';
import { type Team, teamHash } from '../lookup/team.ts';
import { once } from '../runtime/once.ts';
import type { Directories } from '../runtime/runtime.ts';
import { historyFile, openHistory } from './journal.ts';
import { recorderOf } from './recorder.ts';

/** Distinguishes keys without revealing them. The port of a sandbox differs in each run. */
export const historyTeam = async ({ service, connection }: Pick<Run, 'service' | 'connection'>): Promise<string> =>
  teamHash({ baseUrl: await service(), apiKey: (await connection()).apiKey });

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

export function historyOf({ command, directories, service, connection, now, warn }: Run): ChangeRecorder {
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
  return { begin: async (change) => (await recorder()).begin(change) };
}
