/** Writes the files of records: only where the content differs, in the style of the file that is there. */
import { isRecord } from '../define/json.ts';
import { format } from '../lmx/format.ts';
import type { Directory } from '../runtime/directory.ts';
import { parseJson } from '../runtime/parse-json.ts';
import { type Content, plainLines } from './content.ts';
import type { Kind } from './kinds/kind.ts';
import { pathsOf } from './layout.ts';

/** The fields of a record in the order of its kind. */
function ordered({ fields }: Kind, content: Content): Record<string, unknown> {
  const names = Object.keys(fields).filter((field) => fields[field]?.isLmx !== true && content[field] !== undefined);
  return Object.fromEntries(names.map((field) => [field, content[field]]));
}

const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Keeps the line endings of a file that is there. Writes nothing if only those or the byte order mark would differ. */
async function replaceText(directory: Directory, path: string, text: string): Promise<void> {
  const before = (await directory.find(path))?.toString('utf8');
  if (before !== undefined && plainLines(before) === text) return;
  await directory.replace(path, before?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text);
}

async function writeEntry(directory: Directory, kind: Kind, key: string, content: Content): Promise<void> {
  const { layout } = kind;
  if (layout.type !== 'entries') return;
  const bytes = await directory.find(layout.file);
  const found = bytes === undefined ? {} : parseJson(plainLines(bytes.toString('utf8')), layout.file);
  const file = isRecord(found) ? found : {};
  const section = file[layout.section];
  const entries = { ...(isRecord(section) ? section : {}), [key]: ordered(kind, content) };
  const sorted = Object.fromEntries(
    Object.keys(entries)
      .sort()
      .map((name) => [name, entries[name]]),
  );
  const all: Record<string, unknown> = { ...file, [layout.section]: sorted };
  // The same order on every machine, whichever section was written first.
  const names = Object.keys(all).sort((one, other) => (one < other ? 1 : -1));
  await replaceText(directory, layout.file, printed(Object.fromEntries(names.map((name) => [name, all[name]]))));
}

/** `content` has keys, not IDs. `fields` are the ones that changed: files without any of them stay as they are. */
export async function writeRecord(
  directory: Directory,
  kind: Kind,
  key: string,
  content: Content,
  fields: readonly string[],
): Promise<void> {
  if (kind.layout.type === 'entries') return writeEntry(directory, kind, key, content);
  const { json, lmx } = pathsOf(kind, key);
  const body = Object.keys(kind.fields).find((field) => kind.fields[field]?.isLmx === true);
  // The body first: JSON makes a record of it, and a run may end in between.
  if (lmx !== undefined && body !== undefined && fields.includes(body)) {
    await replaceText(directory, lmx, format(String(content[body] ?? '')));
  }
  if (json !== undefined && fields.some((field) => field !== body)) {
    await replaceText(directory, json, printed(ordered(kind, content)));
  }
}
