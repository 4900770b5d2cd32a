/** For thousands of runs in one world. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from './world.ts';

/** With a file in place of the cache directory, no run has to read the requests of all earlier runs. */
export async function removeCache({ directory, write }: Pick<World, 'directory' | 'write'>): Promise<void> {
  await rm(join(directory, 'cache'), { recursive: true, force: true });
  await write('cache', '');
}
