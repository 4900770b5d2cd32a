/**
 * A file of JSON lines to which several runs append: one line per entry. A run that is killed while it writes leaves a line
 * without an end, which readers skip.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { whileLocked } from './file-lock.ts';
import { asUsage } from './files.ts';

export interface LineFile {
  readonly path: string;
  /** The lines in the order in which they were appended; none if the file does not exist. */
  lines(): AsyncIterable<string>;
  append(line: string): Promise<void>;
}

/** Both methods reject with a `usage` failure that names the file if it cannot be used. */
export const lineFile = (path: string): LineFile => ({
  path,
  async *lines() {
    try {
      yield* linesOf(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asUsage(error, path, 'read');
    }
  },
  async append(line) {
    try {
      await whileLocked(path, (stillOwned) => appendLine(path, line, stillOwned));
    } catch (error) {
      throw asUsage(error, path, 'write');
    }
  },
});

async function appendLine(path: string, line: string, stillOwned: () => void): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    // A run that was killed may have left a line without an end.
    const start = size > 0 && last.toString('latin1') !== '\n' ? '\n' : '';
    stillOwned();
    await file.appendFile(`${start}${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Reads in chunks, so that years of lines need no more memory than one. Only a line feed ends a line. */
async function* linesOf(path: string): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}
