/** The file of a batch: its rows, as often as they are needed, and where its journal is. */
import { join } from 'node:path';
import type { Context } from '../define/command.ts';
import { makeDirectory } from '../runtime/directories.ts';
import type { Row } from './row.ts';
import { type RowFormat, readRows } from './rows.ts';

export interface BatchInput {
  /** As messages name it. */
  readonly name: string;
  /** From the first row. */
  rows(): AsyncIterable<Row>;
  /** Next to the file. For standard input in the user's data directory, under a name for its content. */
  readonly journal: string;
  close(): Promise<void>;
}

/** `file` as typed; `-` for standard input. Rejects with a `usage` failure that names it. */
export async function openInput(
  { files, directories, isDryRun }: Pick<Context, 'files' | 'directories' | 'isDryRun'>,
  file: string,
  { command, format }: { readonly command: string; readonly format?: RowFormat | undefined },
): Promise<BatchInput> {
  const input = await files.open(file);
  const name = file === '-' ? 'Standard input' : file;
  const journals = join(directories.data, 'journals');
  if (input.digest !== undefined && !isDryRun) makeDirectory(journals);
  return {
    name,
    rows: () => readRows(input.chunks(), { name, format }),
    journal:
      input.digest === undefined
        ? `${file}.journal`
        : join(journals, `${command.replaceAll(' ', '-')}-${input.digest.slice(0, 16)}.journal`),
    close: input.close,
  };
}
