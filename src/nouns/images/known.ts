/** The images that this machine has uploaded for a team, by the hash of their content: each file is uploaded once. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { lineFile } from '../../runtime/line-file.ts';
import { teamPath } from '../team-file.ts';

/** An image that is complete has a URL; one that was stored but not completed has none yet. */
const Entry = z.object({
  hash: z.string(),
  emailAssetId: z.string(),
  url: z.string().optional(),
  /** Of the file, without its directory. */
  name: z.string().optional(),
});
type Entry = z.infer<typeof Entry>;

export interface KnownImages {
  find(hash: string): Entry | undefined;
  /** Of the image that was uploaded last with this name. */
  urlOf(name: string): string | undefined;
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
  const urls = new Map<string, string>();
  const keep = (entry: Entry): void => {
    entries.set(entry.hash, entry);
    if (entry.name !== undefined && entry.url !== undefined) urls.set(entry.name, entry.url);
  };
  for await (const line of file.lines()) {
    const entry = parseLine(line);
    if (entry !== undefined) keep(entry);
  }
  return {
    find: (hash) => entries.get(hash),
    urlOf: (name) => urls.get(name),
    add: async (entry) => {
      keep(entry);
      await file.append(JSON.stringify(entry));
    },
  };
}
