/** The images that this machine has uploaded for a team, by the hash of their content: each file is uploaded once. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { lineFile } from '../../runtime/line-file.ts';
import { teamPath } from '../team-file.ts';

/** An image that is complete has a URL; one that was stored but not completed has none yet. */
const Entry = z.object({ hash: z.string(), emailAssetId: z.string(), url: z.string().optional() });
type Entry = z.infer<typeof Entry>;

export interface KnownImages {
  find(hash: string): Entry | undefined;
  add(entry: Entry): Promise<void>;
}

/** A line that is not an entry is skipped: the image is uploaded again. */
function parseLine(line: string): Entry | undefined {
  try {
    return Entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

export async function openKnownImages(context: Context): Promise<KnownImages> {
  const file = lineFile(await teamPath(context, 'images'));
  const entries = new Map<string, Entry>();
  for await (const line of file.lines()) {
    const entry = parseLine(line);
    if (entry !== undefined) entries.set(entry.hash, entry);
  }
  return {
    find: (hash) => entries.get(hash),
    add: async (entry) => {
      entries.set(entry.hash, entry);
      await file.append(JSON.stringify(entry));
    },
  };
}
