/**
 * The tickets that all runs with the same key share: one file an hour to which each process only ever appends.
 * Appending needs no lock and cannot be torn, so a process that is killed leaves nothing but a ticket that was taken.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../runtime/directories.ts';

export interface Entry {
  /** Unique among all processes. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether it counts against the content limit too. */
  readonly content: boolean;
}

export interface Limit {
  readonly limit: number;
  readonly windowMs: number;
}

export interface Tickets {
  /** Reads what other processes have added. */
  refresh(): void;
  /** Those that were taken and not given back, in the order that every process sees. */
  taken(): readonly Entry[];
  takenBefore(id: string): readonly Entry[];
  add(entry: Omit<Entry, 'id'>): string;
  giveBack(id: string): void;
  /** Limits that an answer of the service has corrected, by name. */
  limits(): ReadonlyMap<string, Limit>;
  setLimit(name: string, limit: Limit): void;
  close(): void;
}

/** Longer than any limit's window: what is older does not matter any more. */
const MEMORY_MS = 90_000;
const HOUR_MS = 3_600_000;

export interface TicketOptions {
  /** Undefined: these tickets are nobody else's. */
  readonly directory: string | undefined;
  /** Says whose tickets these are, without saying the key. */
  readonly name: string;
  readonly now: () => number;
}

/** Where the directory cannot be written to, the tickets are this process's alone. */
export function openTickets({ directory, name, now }: TicketOptions): Tickets {
  let entries: Entry[] = [];
  const corrected = new Map<string, Limit>();
  let file: { hour: number; descriptor: number; position: number; rest: string } | undefined;
  let shared = directory !== undefined;

  const pathOf = (hour: number): string => join(directory ?? '', `${name}-${hour}.tickets`);

  /** One line of the file: `+ id at content|general`, `- id`, `= name limit window`. Others are passed over. */
  function apply(line: string): void {
    const [sign, first = '', second = '', third = ''] = line.split(' ');
    if (sign === '+') entries.push({ id: first, at: Number(second), content: third === 'content' });
    else if (sign === '-') entries = entries.filter(({ id }) => id !== first);
    else if (sign === '=') correct(first, { limit: Number(second), windowMs: Number(third) });
  }

  /** A limit that cannot be meant, from a server or a file, must neither switch the limits off nor stop everything. */
  function correct(limitName: string, limit: Limit): void {
    const sensible =
      Number.isInteger(limit.limit) && limit.limit >= 1 && limit.windowMs > 0 && limit.windowMs <= MEMORY_MS;
    if (sensible) corrected.set(limitName, limit);
  }

  function readOn(open: NonNullable<typeof file>): void {
    const buffer = Buffer.allocUnsafe(64 * 1024);
    if (fstatSync(open.descriptor).size < open.position) open.position = 0;
    for (;;) {
      const size = readSync(open.descriptor, buffer, 0, buffer.length, open.position);
      if (size === 0) return;
      open.position += size;
      const lines = (open.rest + buffer.toString('latin1', 0, size)).split('\n');
      open.rest = lines.pop() ?? '';
      lines.forEach(apply);
    }
  }

  function openHour(hour: number): NonNullable<typeof file> {
    const folder = dirname(pathOf(hour));
    makeDirectory(folder);
    const descriptor = openSync(pathOf(hour), 'a+', 0o600);
    for (const old of readdirSync(folder)) {
      const at = /-(\d+)\.tickets$/.exec(old)?.[1];
      if (at !== undefined && Number(at) < hour - 1) unlinkSync(join(folder, old));
    }
    return { hour, descriptor, position: 0, rest: '' };
  }

  /** Opens this hour's file; what the one before still says is read first. */
  function current(): NonNullable<typeof file> | undefined {
    const hour = Math.floor(now() / HOUR_MS);
    if (!shared || file?.hour === hour) return file;
    try {
      if (file === undefined) readWhole(hour - 1);
      else {
        readOn(file);
        closeSync(file.descriptor);
      }
      file = openHour(hour);
    } catch {
      shared = false;
      file = undefined;
    }
    return file;
  }

  function readWhole(hour: number): void {
    let descriptor: number;
    try {
      descriptor = openSync(pathOf(hour), 'r');
    } catch {
      return;
    }
    readOn({ hour, descriptor, position: 0, rest: '' });
    closeSync(descriptor);
  }

  function write(line: string): void {
    const open = current();
    if (open === undefined) {
      apply(line);
      return;
    }
    try {
      writeSync(open.descriptor, `${line}\n`);
    } catch {
      // A full disk: from here on this process counts for itself.
      shared = false;
      file = undefined;
      apply(line);
    }
  }

  return {
    refresh() {
      const open = current();
      if (open !== undefined) readOn(open);
      const oldest = now() - MEMORY_MS;
      entries = entries.filter(({ at }) => at > oldest);
    },
    taken: () => entries,
    takenBefore: (id) => {
      const index = entries.findIndex((entry) => entry.id === id);
      return index < 0 ? entries : entries.slice(0, index);
    },
    add({ at, content }) {
      // Unique among the processes of the last minutes; nothing secret hangs on it.
      const id = Math.random().toString(36).slice(2);
      write(`+ ${id} ${at} ${content ? 'content' : 'general'}`);
      return id;
    },
    giveBack: (id) => write(`- ${id}`),
    limits: () => corrected,
    setLimit: (limitName, { limit, windowMs }) => write(`= ${limitName} ${limit} ${windowMs}`),
    close() {
      if (file !== undefined) closeSync(file.descriptor);
      file = undefined;
      shared = false;
    },
  };
}
