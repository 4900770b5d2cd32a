/**
 * Snapshots of the counters, which the service itself keeps only as they are now: one file a team to which each run only
 * appends, one line a snapshot. A run that is killed while it writes leaves a line without an end, which is no snapshot.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Context } from '../../../define/command.ts';
import { whileLocked } from '../../../runtime/file-lock.ts';
import { asUsage } from '../../../runtime/files.ts';
import { checkApiKey } from '../../api-key.ts';
import { countersOf } from './counters.ts';
import type { MetricsRow, Scope } from './rows.ts';

const SnapshotEmail = z.object({
  transactionalId: z.string(),
  name: z.string().optional(),
  sends: z.number(),
  deliveries: z.number(),
  hardBounces: z.number(),
  softBounces: z.number(),
  spamReports: z.number(),
});

export const Snapshot = z.object({
  time: z.iso.datetime(),
  /** What was asked for: every email, those of a group, or some by their IDs. */
  of: z.union([z.literal('all'), z.object({ group: z.string() }), z.literal('ids')]),
  emails: z.array(SnapshotEmail),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** The rows whose counters are known, as a snapshot of this moment. */
export const snapshotOf = (rows: readonly MetricsRow[], { transactionalIds, group }: Scope, now: Date): Snapshot => ({
  time: now.toISOString(),
  of: transactionalIds.length > 0 ? 'ids' : group === undefined ? 'all' : { group },
  emails: rows.flatMap(({ transactionalId, name, ...row }) => {
    const counters = countersOf(row);
    return counters === undefined ? [] : [{ transactionalId, ...(name === undefined ? {} : { name }), ...counters }];
  }),
});

export interface SnapshotFile {
  readonly path: string;
  /** All snapshots in the order in which they were saved; none where there is no file. */
  read(): AsyncIterable<Snapshot>;
  /** Resolves when the snapshot is on the disk. */
  append(snapshot: Snapshot): Promise<void>;
}

/**
 * The file of the team whose key is in use at the service that is in use. Asks the service for the team's name. The name of
 * the file is made of both in a way that no name of a team can do harm with.
 */
export async function openTeamSnapshots(context: Context): Promise<SnapshotFile> {
  const [service, { teamName }] = [await context.service(), await context.call(checkApiKey, {})];
  const team = createHash('sha256')
    .update(JSON.stringify([service, teamName]))
    .digest('hex')
    .slice(0, 32);
  return snapshotFile(join(context.directories.data, 'metrics', `${team}.ndjson`));
}

/** Both methods reject with a `usage` failure that names the file where it cannot be used. */
export const snapshotFile = (path: string): SnapshotFile => ({
  path,
  async *read() {
    try {
      for await (const line of linesOf(path)) {
        const snapshot = parseLine(line);
        if (snapshot !== undefined) yield snapshot;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asUsage(error, path, 'read');
    }
  },
  async append(snapshot) {
    try {
      await whileLocked(path, async (stillOwned) => {
        const file = await open(path, 'a+', 0o600);
        try {
          const { size } = await file.stat();
          const last = Buffer.alloc(1);
          if (size > 0) await file.read(last, 0, 1, size - 1);
          // Where a run was killed in the middle of its line, the next one begins below it.
          const start = size > 0 && last.toString('latin1') !== '\n' ? '\n' : '';
          stillOwned();
          await file.appendFile(`${start}${JSON.stringify(snapshot)}\n`);
          await file.sync();
        } finally {
          await file.close();
        }
      });
    } catch (error) {
      throw asUsage(error, path, 'write');
    }
  },
});

/** In parts, so that years of snapshots need no more memory than one. Only a line feed ends a line. */
async function* linesOf(path: string): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** Undefined for a line that is no snapshot: no beginning of one is JSON, because its last brace is missing. */
function parseLine(line: string): Snapshot | undefined {
  try {
    return Snapshot.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
