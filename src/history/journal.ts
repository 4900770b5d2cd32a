/** The history of this machine: one file of JSON lines for each API, with the values before and after every change. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { whileLocked } from '../runtime/file-lock.ts';
import { asUsage } from '../runtime/files.ts';
import { lineFile } from '../runtime/line-file.ts';
import type { Directories } from '../runtime/runtime.ts';

const Fields = z.record(z.string(), z.unknown());

const Begun = z.object({
  type: z.literal('begun'),
  id: z.string(),
  time: z.string(),
  /** Which key made the change, without revealing it. */
  team: z.string(),
  /** `themes update` */
  command: z.string(),
  route: z.string(),
  path: z.string(),
  /** The fields that were sent. */
  sent: Fields,
  /** The same fields before; absent where the change cannot be undone. */
  before: Fields.optional(),
  name: z.string().optional(),
});
export type Begun = z.infer<typeof Begun>;

const Line = z.discriminatedUnion('type', [
  Begun,
  z.object({
    type: z.literal('done'),
    id: z.string(),
    after: Fields,
    name: z.string().optional(),
    /** The ID of a created record. */
    record: z.string().optional(),
  }),
  /** Refused by the API: nothing was changed. */
  z.object({ type: z.literal('refused'), id: z.string() }),
  z.object({ type: z.literal('undone'), id: z.string() }),
  /** How many older changes were removed. */
  z.object({ type: z.literal('removed'), id: z.string(), count: z.number() }),
]);
export type Line = z.infer<typeof Line>;

export interface Entry extends Omit<Begun, 'type'> {
  /** The fields that the API returned; undefined where its response is unknown. */
  readonly after?: Readonly<Record<string, unknown>> | undefined;
  readonly record?: string | undefined;
  readonly isUndone?: boolean;
  /** The API has refused it, so nothing was changed. */
  readonly isRefused?: boolean;
  /** Counted from the first change that this machine has made. */
  readonly number: number;
}

/** Half of the lines, the older ones, are removed when the file has grown to this. */
const LARGEST = 16 * 1024 * 1024;

export interface History {
  readonly path: string;
  append(line: Line): Promise<void>;
  /** What was changed, the newest first. Lines that cannot be read are counted. */
  read(): Promise<{ readonly entries: readonly Entry[]; readonly damaged: number }>;
}

/** The file of an API, whose name is a hash because an origin has characters that a file name cannot have. */
export function historyFile(directories: Pick<Directories, 'data'>, service: string): string {
  const name = createHash('sha256').update(service).digest('hex').slice(0, 24);
  return join(directories.data, 'history', `${name}.ndjson`);
}

/** All methods reject with a `usage` failure that names the file if it cannot be used. */
export function openHistory(path: string, largest = LARGEST): History {
  const file = lineFile(path);
  return {
    path,
    append: async (line) => {
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
      if (size > largest) await prune(path);
      await file.append(JSON.stringify(line));
    },
    read: async () => {
      const entries = new Map<string, Entry>();
      let [damaged, removed] = [0, 0];
      for await (const text of file.lines()) {
        const line = parseLine(text);
        if (line?.type === 'removed') removed = line.count;
        else if (line !== undefined) apply(entries, line, removed);
        else if (text !== '') damaged++;
      }
      return { entries: [...entries.values()].filter(({ isRefused }) => !isRefused).reverse(), damaged };
    },
  };
}

function apply(entries: Map<string, Entry>, line: Exclude<Line, { type: 'removed' }>, removed: number): void {
  const { type, ...fields } = line;
  const entry = entries.get(line.id);
  if (line.type === 'begun') {
    const { type: _, ...begun } = line;
    entries.set(line.id, { ...begun, number: removed + entries.size + 1 });
  } else if (entry !== undefined) {
    const change = type === 'done' ? fields : type === 'undone' ? { isUndone: true } : { isRefused: true };
    entries.set(line.id, { ...entry, ...change });
  }
}

function parseLine(text: string): Line | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The lines of one change may be on both sides of the cut: what is left of it then is skipped. */
async function prune(path: string): Promise<void> {
  try {
    await whileLocked(path, async (stillOwned) => {
      const lines: string[] = [];
      for await (const line of lineFile(path).lines()) if (line !== '') lines.push(line);
      const cut = Math.floor(lines.length / 2);
      const count = lines.slice(0, cut).reduce((sum, text) => {
        const line = parseLine(text);
        return line?.type === 'removed' ? line.count : sum + (line?.type === 'begun' ? 1 : 0);
      }, 0);
      const first: Line = { type: 'removed', id: '', count };
      const { default: writeFileAtomic } = await import('write-file-atomic');
      stillOwned();
      await writeFileAtomic(path, [JSON.stringify(first), ...lines.slice(cut), ''].join('\n'), { mode: 0o600 });
    });
  } catch (error) {
    throw asUsage(error, path, 'write');
  }
}
