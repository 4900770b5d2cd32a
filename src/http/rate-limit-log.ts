/** The recent requests of all runs with one key: a file per hour to which each process only appends, which needs no lock. */
import { closeSync, fstatSync, openSync, readdirSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../runtime/directories.ts';
import type { RateLimit } from './limits.ts';

export interface LoggedRequest {
  readonly id: string;
  readonly at: number;
  /** A name, because another version of loopsctl may have logged a class that this one lacks. */
  readonly rateClass: string;
}

export interface RateLimitLog {
  refresh(): void;
  requests(): readonly LoggedRequest[];
  /** The number of requests before this one. */
  countBefore(id: string): number;
  add(entry: Omit<LoggedRequest, 'id'>): string;
  remove(id: string): void;
  limits(): ReadonlyMap<string, RateLimit>;
  setLimit(rateClass: string, limit: RateLimit): void;
  close(): void;
}

const KEPT_MS = 90_000;
const HOUR_MS = 3_600_000;
const MAX_READ_BYTES = 64 * 1024;

export interface RateLimitLogOptions {
  /** Undefined: the log is not shared with other processes. */
  readonly directory: string | undefined;
  readonly name: string;
  readonly now: () => number;
}

/** Where the directory is not writable, the log is this process's alone. */
export function openRateLimitLog({ directory, name, now }: RateLimitLogOptions): RateLimitLog {
  let entries: LoggedRequest[] = [];
  const corrected = new Map<string, RateLimit>();
  let file: { hour: number; descriptor: number; position: number; rest: string } | undefined;
  let shared = directory !== undefined;

  const pathOf = (hour: number): string => join(directory ?? '', `${name}-${hour}.requests`);

  /** One line: `+ id time class`, `- id` or `= class requests window`. Any other line is ignored. */
  function apply(line: string): void {
    const [sign, first = '', second = '', third = ''] = line.split(' ');
    if (sign === '+') entries.push({ id: first, at: Number(second), rateClass: third });
    else if (sign === '-') entries = entries.filter(({ id }) => id !== first);
    else if (sign === '=') correct(first, { requests: Number(second), windowMs: Number(third) });
  }

  /** An absurd limit, from a server or a file, must neither switch the limits off nor stop everything. */
  function correct(rateClass: string, limit: RateLimit): void {
    const { requests, windowMs } = limit;
    const plausible = Number.isInteger(requests) && requests >= 1 && windowMs > 0 && windowMs <= KEPT_MS;
    if (plausible) corrected.set(rateClass, limit);
  }

  function readRest(open: NonNullable<typeof file>): void {
    const { size: end } = fstatSync(open.descriptor);
    if (end < open.position) open.position = 0;
    while (open.position < end) {
      const buffer = Buffer.allocUnsafe(Math.min(end - open.position, MAX_READ_BYTES));
      const size = readSync(open.descriptor, buffer, 0, buffer.length, open.position);
      if (size === 0) return;
      open.position += size;
      const lines = (open.rest + buffer.toString('latin1', 0, size)).split('\n');
      open.rest = lines.pop() ?? '';
      lines.forEach(apply);
    }
  }

  function openHour(hour: number): NonNullable<typeof file> {
    const parent = dirname(pathOf(hour));
    makeDirectory(parent);
    const descriptor = openSync(pathOf(hour), 'a+', 0o600);
    for (const old of readdirSync(parent)) {
      const at = /-(\d+)\.requests$/.exec(old)?.[1];
      if (at !== undefined && Number(at) < hour - 1) unlinkSync(join(parent, old));
    }
    return { hour, descriptor, position: 0, rest: '' };
  }

  function current(): NonNullable<typeof file> | undefined {
    const hour = Math.floor(now() / HOUR_MS);
    if (!shared || file?.hour === hour) return file;
    try {
      if (file === undefined) readWhole(hour - 1);
      else {
        readRest(file);
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
    readRest({ hour, descriptor, position: 0, rest: '' });
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
      if (open !== undefined) readRest(open);
      const oldest = now() - KEPT_MS;
      // Not with every request: a long import has thousands.
      if ((entries[0]?.at ?? oldest) < oldest - KEPT_MS) entries = entries.filter(({ at }) => at > oldest);
    },
    requests: () => entries,
    countBefore: (id) => {
      const index = entries.findLastIndex((entry) => entry.id === id);
      return index < 0 ? entries.length : index;
    },
    add({ at, rateClass }) {
      // Unique among the processes of the last minutes; it protects nothing.
      const id = Math.random().toString(36).slice(2);
      write(`+ ${id} ${at} ${rateClass}`);
      return id;
    },
    remove: (id) => write(`- ${id}`),
    limits: () => corrected,
    setLimit: (rateClass, { requests, windowMs }) => write(`= ${rateClass} ${requests} ${windowMs}`),
    close() {
      if (file !== undefined) closeSync(file.descriptor);
      file = undefined;
      shared = false;
    },
  };
}
