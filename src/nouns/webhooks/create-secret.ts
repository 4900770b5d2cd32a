/** Where commands get signing secrets from, and how a new one is made. A secret is never an argument and never printed. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { asUsage } from '../../runtime/files.ts';
import { MAX_SECRET_BYTES } from '../../runtime/runtime.ts';
import type { ToolContext } from '../tool-context.ts';
import { describeSecretProblem, newSecret, PREFIX, parseSecrets, type Secret } from './delivery/secret.ts';
import { VARIABLE } from './flags.ts';

/** The secrets of this run, as they were given. Rejects with a `usage` failure when there is none. */
export async function readSecrets(context: ToolContext, file: string | undefined): Promise<readonly Secret[]> {
  if (file?.startsWith(PREFIX)) {
    throw usage(
      'The value of --secret-file is a secret, and not the name of a file with one.',
      `Put it into a file or into ${VARIABLE}: the arguments of a process can be seen by others.`,
    );
  }
  const text =
    file === undefined
      ? (context.runtime.env[VARIABLE] ?? '')
      : String(await context.files.read(file, MAX_SECRET_BYTES));
  const secrets = parseSecrets(text);
  for (const secret of secrets) context.redact(secret.text);
  if (secrets.length > 0) return secrets;
  throw file === undefined
    ? usage(
        'There is no signing secret.',
        `Set ${VARIABLE} to the one in your webhook settings, or name a file with --secret-file. To only try things, make one: \`loopsctl webhooks create-secret secret.txt\`.`,
      )
    : usage(`${file} holds no signing secret.`, 'It should hold one, as it stands in your webhook settings.');
}

/** The keys of this run's secrets. Rejects with a `usage` failure where one has another form. */
export async function readKeys(context: ToolContext, file: string | undefined): Promise<readonly Buffer[]> {
  const secrets = await readSecrets(context, file);
  return secrets.map(({ key, problem }, index) => {
    if (key !== undefined && problem === undefined) return key;
    throw usage(
      describeSecretProblem(problem ?? 'secret_base64', index + 1, secrets.length),
      'Copy it whole: whsec_ and what follows it.',
    );
  });
}

export const createSecretCommand = command({
  notes:
    'The secret of your account is in its webhook settings; this one is for tests. The file must not exist yet, and is closed to other users of the machine.',
  input: z.object({ file: z.string().min(1).describe('where to write it') }),
  positionals: ['file'],
  output: z.object({ path: z.string() }),
  examples: [{ does: 'A secret for tests', line: 'webhooks create-secret secret.txt' }],
  async run(context: ToolContext, { file }) {
    const path = resolve(context.runtime.workingDirectory, file);
    try {
      await writeFile(path, `${newSecret()}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? usage(`${file} exists.`, 'Name another file: a secret is never written over something else.')
        : asUsage(error, file, 'write');
    }
    return { path: file };
  },
  view: { kind: 'details', columns: [{ heading: 'Secret in', path: 'path', kind: 'id' }] },
});
