/** Writes a document to a temporary file and opens it in the browser. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../errors.ts';
import { reasonForNoBrowser } from '../runtime/browser.ts';
import type { Output, Runtime } from '../runtime/runtime.ts';
import type { Reporter } from './reporter.ts';

/** Only this user can read the file, which stays for the browser. A browser that does not start is only a warning. */
export function browserOutput(fileName: string, runtime: Runtime, reporter: Pick<Reporter, 'note' | 'warn'>): Output {
  return {
    isTerminal: false,
    columns: undefined,
    rows: undefined,
    write: async (document) => {
      const file = await writeDocument(fileName, document, runtime.temporaryDirectory);
      const reason = reasonForNoBrowser(runtime);
      if (reason !== undefined) {
        reporter.warn(`${reason} Open this file in a browser: ${file}`);
        return;
      }
      try {
        await runtime.open(file);
        reporter.note(`Opened ${file} in your browser.`);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        reporter.warn(`Could not start a browser (${code ?? message}). Open this file in a browser: ${file}`);
      }
    },
  };
}

async function writeDocument(fileName: string, document: string, directory: string): Promise<string> {
  try {
    const file = join(await mkdtemp(join(directory, 'loopsctl-')), fileName);
    await writeFile(file, document, { mode: 0o600, flag: 'wx' });
    return file;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure('unexpected', `Could not write the document to ${directory}: ${code ?? message}.`, {
      hint: 'Omit --open to print it.',
      cause: error,
    });
  }
}
