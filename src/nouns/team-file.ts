/** Where this program keeps what it knows of one team: one file per team and base URL. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '../define/command.ts';
import { checkApiKey } from './api-key.ts';

/** The path of a file in a directory below the data directory. Its name is a hash, because a team can have any name. */
export async function teamPath(context: Context, directory: string): Promise<string> {
  const [service, { teamName }] = [await context.service(), await context.call(checkApiKey, {})];
  const team = createHash('sha256')
    .update(JSON.stringify([service, teamName]))
    .digest('hex')
    .slice(0, 32);
  return join(context.directories.data, directory, `${team}.ndjson`);
}
