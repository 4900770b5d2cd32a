/** The journal of sends: the idempotency key of each, written before its request, so that a repeated run cannot send twice. */
import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isRecord } from '../../define/json.ts';
import { whileLocked } from '../../runtime/file-lock.ts';
import { type LineFile, lineFile } from '../../runtime/line-file.ts';
import type { Directories } from '../../runtime/runtime.ts';

/** The API forgets a key after this time. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Lines of earlier days are removed when the file has more than this. */
const MOST_LINES = 2_000;

type State = 'started' | 'accepted' | 'refused';

interface Entry {
  readonly time: string;
  readonly key: string;
  readonly state: State;
  /** Identifies what is sent and to whom, without revealing it. */
  readonly hash?: string | undefined;
}

export interface SendJournal {
  /** The key of an earlier run that sent the same and whose result is unknown. */
  unfinishedKey(content: string): Promise<string | undefined>;
  start(key: string, content: string): Promise<void>;
  finish(key: string, state: 'accepted' | 'refused'): Promise<void>;
}

export const newKey = (): string => randomBytes(16).toString('hex');

export const journalFile = (directories: Pick<Directories, 'data'>): string => join(directories.data, 'sends.ndjson');

/** The key makes the hash of one send different from that of the next, so that hashes cannot be looked up in a list. */
const hashOf = (key: string, content: string): string => createHmac('sha256', key).update(content).digest('base64url');

/** All methods reject with a `usage` failure that names the file if it cannot be used: without it, nothing may be sent. */
export function sendJournal(path: string, now: () => Date): SendJournal {
  const file = lineFile(path);
  const append = ({ state, key, hash }: Omit<Entry, 'time'>) =>
    file.append(JSON.stringify({ time: now().toISOString(), key, state, hash } satisfies Entry));

  return {
    async unfinishedKey(content) {
      const { recent, lines } = await readRecent(file, now().getTime());
      if (lines > MOST_LINES) await prune(path, file, now().getTime());
      const open = new Map<string, Entry>();
      for (const entry of recent) {
        if (entry.state === 'started') open.set(entry.key, entry);
        else open.delete(entry.key);
      }
      return [...open.values()].find(({ key, hash }) => hash === hashOf(key, content))?.key;
    },
    start: (key, content) => append({ key, state: 'started', hash: hashOf(key, content) }),
    finish: (key, state) => append({ key, state }),
  };
}

async function readRecent(file: LineFile, now: number) {
  const recent: Entry[] = [];
  let lines = 0;
  for await (const line of file.lines()) {
    lines++;
    const entry = parseEntry(line);
    if (entry !== undefined && now - Date.parse(entry.time) < KEPT_MS) recent.push(entry);
  }
  return { recent, lines };
}

/** Another run may append at any time, so the file is read again under its lock. */
const prune = (path: string, file: LineFile, now: number): Promise<void> =>
  whileLocked(path, async (stillOwned) => {
    const { recent } = await readRecent(file, now);
    const { default: writeFileAtomic } = await import('write-file-atomic');
    stillOwned();
    await writeFileAtomic(path, recent.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
  });

/** Undefined for a line that a killed run has left incomplete. */
function parseEntry(line: string): Entry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { time, key, state, hash } = value;
  if (typeof time !== 'string' || typeof key !== 'string') return undefined;
  if (state !== 'started' && state !== 'accepted' && state !== 'refused') return undefined;
  return { time, key, state, hash: typeof hash === 'string' ? hash : undefined };
}
