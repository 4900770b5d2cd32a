/** The history of this machine: one file of JSON lines for each API, with the values before and after every change. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isRecord } from '../define/json.ts';
import { whileLocked } from '../runtime/file-lock.ts';
import { asUsage } from '../runtime/files.ts';
import { replaceLocked } from '../runtime/leftovers.ts';
import { lineFile } from '../runtime/line-file.ts';
import type { Directories } from '../runtime/runtime.ts';

/** As they are: the record of the package would leave out a field called `__proto__`. */
const Fields = z.custom<Record<string, unknown>>(isRecord);

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
  /** The ID of the contact, for a change of a person. */
  record: z.string().optional(),
  /** For a change of a person: email addresses, user IDs and the ID of the contact, in lower case. */
  people: z.array(z.string()).optional(),
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
  /** A further request of the same run, about what the change has created. It may leave these values. */
  z.object({ type: z.literal('continued'), id: z.string(), sent: Fields }),
  /** Refused by the API: nothing was changed. */
  z.object({ type: z.literal('refused'), id: z.string() }),
  z.object({ type: z.literal('undone'), id: z.string() }),
  /** In place of a change of a person who was erased. */
  z.object({ type: z.literal('erased'), id: z.string() }),
  /** How many older changes were removed. */
  z.object({ type: z.literal('removed'), id: z.string(), count: z.number() }),
]);
export type Line = z.infer<typeof Line>;

export interface Entry extends Omit<Begun, 'type'> {
  /** The fields after the change; undefined where its result is unknown. */
  readonly after?: Readonly<Record<string, unknown>> | undefined;
  /** Values that a further request of unknown result may have left in place of those after the change. */
  readonly continued?: Readonly<Record<string, unknown>> | undefined;
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
  /** As they are in the file. */
  lines(): AsyncIterable<string>;
  append(line: Line): Promise<void>;
  /** What was changed, the newest first. Lines that cannot be read are counted. */
  read(): Promise<{ readonly entries: readonly Entry[]; readonly damaged: number }>;
  /** Replaces every line with the lines that `change` returns for it. */
  rewrite(change: (lines: readonly string[]) => readonly string[]): Promise<void>;
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
    lines: file.lines,
    append: async (line) => {
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
      if (size > largest) await prune(path, largest);
      await file.append(JSON.stringify(line));
    },
    read: async () => {
      const entries = new Map<string, Entry | undefined>();
      let [damaged, removed] = [0, 0];
      for await (const text of file.lines()) {
        const line = parseLine(text);
        if (line?.type === 'removed') removed = line.count;
        else if (line !== undefined) apply(entries, line, removed);
        else if (text !== '') damaged++;
      }
      const shown = [...entries.values()].filter((entry) => entry !== undefined && !entry.isRefused);
      return { entries: shown.reverse() as Entry[], damaged };
    },
    rewrite: (change) => rewrite(path, change),
  };
}

function apply(
  entries: Map<string, Entry | undefined>,
  line: Exclude<Line, { type: 'removed' }>,
  removed: number,
): void {
  const entry = entries.get(line.id);
  if (line.type === 'begun') {
    const { type: _, ...begun } = line;
    entries.set(line.id, { ...begun, number: removed + entries.size + 1 });
  } else if (line.type === 'erased') {
    entries.set(line.id, undefined);
  } else if (entry !== undefined) {
    entries.set(line.id, { ...entry, ...changeBy(line) });
  }
}

function changeBy(line: Exclude<Line, { type: 'removed' | 'begun' | 'erased' }>): Partial<Entry> {
  if (line.type === 'undone') return { isUndone: true };
  if (line.type === 'refused') return { isRefused: true };
  if (line.type === 'continued') return { continued: line.sent };
  const { type: _, ...result } = line;
  return { ...result, continued: undefined } as Partial<Entry>;
}

/** Undefined for a line that cannot be read. */
export function parseLine(text: string): Line | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The lines of one change may be on both sides of the cut: they are all removed. */
async function prune(path: string, largest: number): Promise<void> {
  await rewrite(path, (lines) => {
    // Another run may have done it while this one waited for the lock.
    if (lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0) <= largest) return lines;
    const cut = Math.floor(lines.length / 2);
    const old = lines.slice(0, cut).flatMap((text) => parseLine(text) ?? []);
    const earlier = old.reduce((count, line) => (line.type === 'removed' ? line.count : count), 0);
    const ids = new Set(old.flatMap(({ type, id }) => (type === 'begun' || type === 'erased' ? [id] : [])));
    const first: Line = { type: 'removed', id: '', count: earlier + ids.size };
    return [JSON.stringify(first), ...lines.slice(cut).filter((text) => !ids.has(parseLine(text)?.id ?? ''))];
  });
}

async function rewrite(path: string, change: (lines: readonly string[]) => readonly string[]): Promise<void> {
  try {
    await whileLocked(path, async (stillOwned) => {
      const lines: string[] = [];
      for await (const line of lineFile(path).lines()) if (line !== '') lines.push(line);
      await replaceLocked(path, [...change(lines), ''].join('\n'), stillOwned);
    });
  } catch (error) {
    throw asUsage(error, path, 'write');
  }
}
