/** Snapshots: the metrics at one time, saved locally because the API returns only current totals. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { lineFile } from '../../runtime/line-file.ts';
import { teamPath } from '../team-file.ts';
import type { Counted } from './kind.ts';
import { perMetric } from './metric.ts';
import { isCount } from './rates.ts';
import type { MetricsRow, Scope } from './rows.ts';

/** An older version saved fewer metrics and a newer one may save more: a missing or invalid metric is undefined. */
const savedMetric = () => z.number().min(0).optional().catch(undefined);

const SnapshotEmail = z.object({
  id: z.string(),
  name: z.string().optional(),
  ...perMetric(savedMetric),
});

export const Snapshot = z.object({
  time: z.iso.datetime(),
  /** Which emails were requested: all, those of a group, or IDs. */
  of: z.union([z.literal('all'), z.object({ group: z.string() }), z.literal('ids')]),
  emails: z.array(SnapshotEmail),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** The readable metrics of the rows as a snapshot. Emails without any are left out. */
export const snapshotOf = (
  rows: readonly MetricsRow[],
  { ids, group }: Scope,
  now: Date,
  { metrics }: Counted,
): Snapshot => ({
  time: now.toISOString(),
  of: ids.length > 0 ? 'ids' : group === undefined ? 'all' : { group },
  emails: rows.flatMap((row) => {
    const { id, name, sent } = row;
    const email = { id, ...(name === undefined ? {} : { name }) };
    if (sent === false) return [{ ...email, ...Object.fromEntries(metrics.map((metric) => [metric, 0])) }];
    const readable = metrics.filter((metric) => isCount(row[metric]));
    if (readable.length === 0) return [];
    return [{ ...email, ...Object.fromEntries(readable.map((metric) => [metric, row[metric]])) }];
  }),
});

export interface Snapshots {
  readonly path: string;
  /** All snapshots in the order in which they were saved. */
  read(): AsyncIterable<Snapshot>;
  /** Resolves when the snapshot is on disk. */
  append(snapshot: Snapshot): Promise<void>;
}

/** Both methods reject with a `usage` failure that names the file if it cannot be used. */
export function openSnapshots(path: string): Snapshots {
  const file = lineFile(path);
  return {
    path,
    async *read() {
      for await (const line of file.lines()) {
        const snapshot = parseLine(line);
        if (snapshot !== undefined) yield snapshot;
      }
    },
    append: (snapshot) => file.append(JSON.stringify(snapshot)),
  };
}

/** The snapshots of the team whose key is in use. The file name is a hash, because a team can have any name. */
export async function openTeamSnapshots(context: Context, directory: string): Promise<Snapshots> {
  return openSnapshots(await teamPath(context, directory));
}

/** Undefined for a line that is not a snapshot. A line that was cut off is not JSON, because its last brace is missing. */
function parseLine(line: string): Snapshot | undefined {
  try {
    return Snapshot.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
