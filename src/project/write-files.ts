/** Writes the files of records: only where the content differs, and never over an edit that was made since they were read. */
import { isRecord } from '../define/json.ts';
import { Failure } from '../errors.ts';
import { format } from '../lmx/format.ts';
import type { Directory } from '../runtime/directory.ts';
import { parseJson } from '../runtime/parse-json.ts';
import { type Content, plainLines } from './content.ts';
import type { Kind } from './kinds/kind.ts';
import { pathsOf } from './layout.ts';
import { fileHash, type Tree } from './tree.ts';

export interface RecordFiles {
  /**
   * Writes a record. `content` has keys, not IDs. `fields` are the ones that changed: files without any of them stay as they
   * are. False if somebody has edited a file since it was read: then nothing is written.
   */
  write(kind: Kind, key: string, content: Content, fields: readonly string[]): Promise<boolean>;
  /** Writes the files that have the entries of several records. Rejects with `conflict` if somebody has edited one of them since. */
  save(): Promise<void>;
}

const editedMeanwhile = (file: string): Failure =>
  new Failure('conflict', `Somebody edited ${file} in the meantime, so it was not written.`, {
    hint: 'Run the command again.',
  });

interface Entry {
  readonly section: string;
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The fields of a record in the order of its kind. */
function ordered({ fields }: Kind, content: Content): Record<string, unknown> {
  const names = Object.keys(fields).filter((field) => fields[field]?.isLmx !== true && content[field] !== undefined);
  return Object.fromEntries(names.map((field) => [field, content[field]]));
}

const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const sorted = (value: Readonly<Record<string, unknown>>, compare?: (one: string, other: string) => number) =>
  Object.fromEntries(
    Object.keys(value)
      .sort(compare)
      .map((name) => [name, value[name]]),
  );

/** The text of a file with further entries. Sections have the same order on every machine, whichever was written first. */
function withEntries(text: string, file: string, entries: readonly Entry[]): string {
  const found = text === '' ? {} : parseJson(text, file);
  const sections: Record<string, unknown> = isRecord(found) ? { ...found } : {};
  for (const section of new Set(entries.map((entry) => entry.section))) {
    const before = sections[section];
    const added = entries.filter((entry) => entry.section === section).map(({ key, value }) => [key, value]);
    sections[section] = sorted({ ...(isRecord(before) ? before : {}), ...Object.fromEntries(added) });
  }
  return printed(sorted(sections, (one, other) => (one < other ? 1 : -1)));
}

export function recordFiles(directory: Directory, { hashes }: Pick<Tree, 'hashes'>): RecordFiles {
  /** Entries that are still to be written, by file. */
  const entries = new Map<string, Entry[]>();
  const known = new Map(hashes);

  /** Somebody else may have written the same text. */
  async function isEdited(path: string, text?: string): Promise<boolean> {
    const bytes = await directory.find(path);
    if (known.get(path) === (bytes === undefined ? undefined : fileHash(bytes))) return false;
    return bytes === undefined || plainLines(bytes.toString('utf8')) !== text;
  }

  /** Keeps the line endings of a file that is there. Writes nothing if only those or the byte order mark would differ. */
  async function replaceText(path: string, textFor: (before: string) => string): Promise<void> {
    const before = (await directory.find(path))?.toString('utf8');
    const text = textFor(plainLines(before ?? ''));
    if (before !== undefined && plainLines(before) === text) return;
    const written = before?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
    await directory.replace(path, written);
    known.set(path, fileHash(Buffer.from(written)));
  }

  return {
    write: async (kind, key, content, fields) => {
      const { layout } = kind;
      if (layout.type === 'entries') {
        const { file, section } = layout;
        const waiting = entries.get(file);
        if (waiting === undefined && (await isEdited(file))) return false;
        const entry = { section, key, value: ordered(kind, content) };
        if (waiting === undefined) entries.set(file, [entry]);
        else waiting.push(entry);
        return true;
      }
      const { json, lmx } = pathsOf(kind, key);
      const body = Object.keys(kind.fields).find((field) => kind.fields[field]?.isLmx === true);
      const files: (readonly [path: string, text: string])[] = [];
      // The body first: JSON makes a record of it, and a run may end in between.
      if (lmx !== undefined && body !== undefined && fields.includes(body)) {
        files.push([lmx, format(String(content[body] ?? ''))]);
      }
      if (json !== undefined && fields.some((field) => field !== body)) {
        files.push([json, printed(ordered(kind, content))]);
      }
      for (const [path, text] of files) if (await isEdited(path, text)) return false;
      for (const [path, text] of files) await replaceText(path, () => text);
      return true;
    },
    save: async () => {
      for (const [file, added] of entries) {
        if (await isEdited(file)) throw editedMeanwhile(directory.shown(file));
        await replaceText(file, (before) => withEntries(before, file, added));
      }
      entries.clear();
    },
  };
}
