/** Shows a document in the person's browser: it is written to a file of its own, and whoever runs this is told where. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../errors.ts';
import type { Output, Runtime } from '../runtime/runtime.ts';
import type { Reporter } from './reporter.ts';

/**
 * An output that takes one document. The file is for this user alone and stays: a browser reads it whenever it likes.
 * Rejects with an `unexpected` failure when it cannot be written; a browser that does not open is only a warning.
 */
export function browserOutput(fileName: string, runtime: Runtime, reporter: Pick<Reporter, 'note' | 'warn'>): Output {
  return {
    isTerminal: false,
    columns: undefined,
    write: async (document) => {
      const file = await written(fileName, document, runtime.temporaryDirectory);
      const reason = whyNot(runtime);
      if (reason !== undefined) {
        reporter.warn(`${reason}: open ${file} yourself.`);
        return;
      }
      try {
        await runtime.open(file);
        reporter.note(`Opened ${file} in your browser.`);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        reporter.warn(`No browser could be started (${code ?? message}): open ${file} yourself.`);
      }
    },
  };
}

async function written(fileName: string, document: string, folder: string): Promise<string> {
  try {
    const file = join(await mkdtemp(join(folder, 'loopsctl-')), fileName);
    await writeFile(file, document, { mode: 0o600, flag: 'wx' });
    return file;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure('unexpected', `The document could not be written to ${folder}: ${code ?? message}.`, {
      hint: 'Print it instead, without --open.',
      cause: error,
    });
  }
}

/** Why no browser would be seen here, where that is known beforehand. A person who has set BROWSER knows better. */
function whyNot({ platform, env }: Pick<Runtime, 'platform' | 'env'>): string | undefined {
  if (env['BROWSER'] || env['DISPLAY'] || env['WAYLAND_DISPLAY']) return undefined;
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return 'A browser would open on the other side of this ssh connection';
  const hasScreen = platform !== 'linux' || env['WSL_DISTRO_NAME'] !== undefined;
  return hasScreen ? undefined : 'There is no display here';
}
