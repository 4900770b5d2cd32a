/** The report of a batch: one JSON document per row, in the order in which rows end. */
import { usage } from '../errors.ts';
import type { Files } from '../runtime/files.ts';

export interface RowReport {
  readonly line: number;
  /** `created`, `updated`, … or `refused`, `failed`. */
  readonly result: string;
  readonly id?: string | undefined;
  readonly code?: string;
  readonly message?: string;
}

export interface ReportFile {
  write(row: RowReport): Promise<void>;
  close(): Promise<void>;
}

const NO_REPORT: ReportFile = { write: async () => undefined, close: async () => undefined };

/** A resumed run continues its report. A new run does not touch a file that has content. */
export async function openReport(files: Files, path: string | undefined, resume: boolean): Promise<ReportFile> {
  if (path === undefined) return NO_REPORT;
  const file = await files.append(path);
  const { size } = await file.handle.stat();
  if (size > 0 && !resume) {
    await file.close();
    throw usage(`${path} already has content.`, 'Choose another file for --report.');
  }
  return { write: (row) => file.append(`${JSON.stringify(row)}\n`), close: file.close };
}
