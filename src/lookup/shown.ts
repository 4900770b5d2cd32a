/** The names that a view shows: at most one request per collection, next to the requests of the command. */

import { IDS_ONLY, NO_NAMES, type RecordNames } from '../define/names.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { escapeControls } from '../text/escape.ts';
import type { Names } from './names.ts';

/** How long a finished result waits for the names. */
const PATIENCE_MS = 1_000;

const LONGEST_NAME = 200;

export interface ShownNames {
  /** Called when the command sends its first request: a command that sends none gets no names. */
  start(): void;
  /** What is known by then. Never rejects. */
  known(): Promise<RecordNames>;
  /** Resolves when nothing is going on any more. */
  settled(): Promise<void>;
}

export interface ShownNamesOptions {
  /** The list commands, `segments list`. */
  readonly lists: readonly string[];
  readonly names: Names;
  every: Runtime['every'];
}

export const hiddenNames = (idsOnly: boolean): ShownNames => ({
  start: () => undefined,
  known: async () => (idsOnly ? IDS_ONLY : NO_NAMES),
  settled: async () => undefined,
});

export function shownNames({ lists, names, every }: ShownNamesOptions): ShownNames {
  const found = new Map<string, string>();
  let pending: Promise<unknown> | undefined;

  /** An error, no permission, a limit: the view shows IDs. */
  const collect = async (list: string): Promise<void> => {
    for (const { id, name } of await names.firstOf(list).catch(() => [])) {
      if (name.trim() !== '') found.set(id, shown(name));
    }
  };

  return {
    start() {
      pending ??= Promise.all(lists.map(collect));
    },
    async known() {
      await within(PATIENCE_MS, pending, every);
      return {
        of: (id) => (typeof id === 'string' ? found.get(id) : undefined),
        all: [...found.values()],
        idsOnly: false,
      };
    },
    settled: async () => void (await pending),
  };
}

function shown(name: string): string {
  const characters = [...escapeControls(name)];
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME - 1).join('')}…` : characters.join('');
}

/** Resolves with the work, or after so many milliseconds. The rest of the work goes on until the run ends. */
async function within(ms: number, work: Promise<unknown> | undefined, every: Runtime['every']): Promise<void> {
  if (work === undefined) return;
  let stop = (): void => undefined;
  const tooLate = new Promise<void>((resolve) => {
    stop = every(ms, resolve);
  });
  await Promise.race([work, tooLate]);
  stop();
}
