/** `webhooks create-secret`: a signing secret for tests, in a new file. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { asUsage } from '../../runtime/files.ts';
import type { ToolContext } from '../tool-context.ts';
import { newSecret } from './delivery/secret.ts';

export const createSecretCommand = command({
  notes:
    'The file must not exist; it is created with mode 0600. The secret of your account is in its webhook settings.',
  input: z.object({ file: z.string().min(1).describe('file to create') }),
  positionals: ['file'],
  output: z.object({ path: z.string() }),
  examples: [{ does: 'Create a secret for tests', line: 'webhooks create-secret secret.txt' }],
  async run(context: ToolContext, { file }) {
    const path = resolve(context.runtime.workingDirectory(), file);
    try {
      await writeFile(path, `${newSecret()}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? usage(`${file} already exists.`, 'Choose another file; existing files are not overwritten.')
        : asUsage(error, file, 'write');
    }
    return { path: file };
  },
  view: { kind: 'details', columns: [{ heading: 'Secret file', path: 'path', kind: 'id' }] },
});
