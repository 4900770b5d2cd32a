/** The flags that commands for projects share. */
import * as z from 'zod';

export const projectInput = {
  dir: z.string().min(1).default('.').describe('directory of the project').meta({ placeholder: 'directory' }),
  env: z
    .string()
    .optional()
    .describe('environment in loops.json (default: the one of the team of the API key)')
    .meta({ placeholder: 'name' }),
};

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
