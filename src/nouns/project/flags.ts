/** The flags that commands for projects share. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { CONFIG_FILE, parseConfig } from '../../project/config.ts';

export const projectInput = {
  dir: z.string().min(1).default('.').describe('directory of the project').meta({ placeholder: 'directory' }),
  env: z
    .string()
    .optional()
    .describe('environment in loops.json, with its profile (default: the one of the team of the API key)')
    .meta({ placeholder: 'name' }),
};

/** The profile of the environment that --env names. */
export async function profileOfEnvironment(
  openDirectory: Context['directory'],
  { dir, env }: { readonly dir: string; readonly env?: string | undefined },
): Promise<string | undefined> {
  if (env === undefined) return undefined;
  const directory = await openDirectory(dir);
  const bytes = await directory.find(CONFIG_FILE);
  if (bytes === undefined) return undefined;
  const { environments } = parseConfig(bytes, directory.shown(CONFIG_FILE));
  return Object.hasOwn(environments, env) ? environments[env]?.profile : undefined;
}

const address = z.string().regex(/^[a-z-]+:./, { error: 'must be a key such as theme:brand' });

export const choiceInput = {
  ours: z
    .array(address)
    .default([])
    .describe('where both sides changed this key, the files win (repeatable)')
    .meta({ placeholder: 'key' }),
  theirs: z
    .array(address)
    .default([])
    .describe('where both sides changed this key, the account wins (repeatable)')
    .meta({ placeholder: 'key' }),
};
