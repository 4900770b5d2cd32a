/** The journal of sends: the idempotency key of each, written before its request, so that a repeated run cannot send twice. */
import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isRecord } from '../../define/json.ts';
import { whileLocked } from '../../runtime/file-lock.ts';
import { replaceLocked } from '../../runtime/leftovers.ts';
import { type LineFile, lineFile } from '../../runtime/line-file.ts';
import type { Directories } from '../../runtime/runtime.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an entry is kept: until the API has forgotten the key, and much longer where the result is unknown. */
const KEPT_MS = { known: DAY_MS, unknown: 90 * DAY_MS };
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

export interface Unfinished {
  readonly key: string;
  /** Invalid where it cannot be read. */
  readonly begunAt: Date;
}

export interface SendJournal {
  /** The last run that sent the same, with this key if there is one, and whose result is unknown. */
  unfinished(content: string, key?: string): Promise<Unfinished | undefined>;
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
    async unfinished(content, only) {
      const { entries, open } = await read(file);
      if (entries.length > MOST_LINES) await prune(path, file, now().getTime());
      const mine = open.filter(({ key, hash }) => hash === hashOf(key, content) && (only ?? key) === key);
      const last = mine.at(-1);
      return last && { key: last.key, begunAt: new Date(last.time) };
    },
    start: (key, content) => append({ key, state: 'started', hash: hashOf(key, content) }),
    finish: (key, state) => append({ key, state }),
  };
}

/** All entries, and those of sends without a result. */
async function read(file: LineFile) {
  const entries: Entry[] = [];
  const open = new Map<string, Entry>();
  for await (const line of file.lines()) {
    const entry = parseEntry(line);
    if (entry === undefined) continue;
    entries.push(entry);
    // The API keeps a key from the first request with it.
    if (entry.state !== 'started') open.delete(entry.key);
    else if (!open.has(entry.key)) open.set(entry.key, entry);
  }
  return { entries, open: [...open.values()] };
}

/** Another run may append at any time, so the file is read again under its lock. */
const prune = (path: string, file: LineFile, now: number): Promise<void> =>
  whileLocked(path, async (stillOwned) => {
    const { entries, open } = await read(file);
    const unknown = new Set(open);
    const kept = entries.filter(
      (entry) => !(now - Date.parse(entry.time) > KEPT_MS[unknown.has(entry) ? 'unknown' : 'known']),
    );
    await replaceLocked(path, kept.map((entry) => `${JSON.stringify(entry)}\n`).join(''), stillOwned);
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
