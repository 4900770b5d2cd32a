/** Removes what the history has about a person. The numbers of the other changes stay. */
import { stat } from 'node:fs/promises';
import { isRecord } from '../define/json.ts';
import { asUsage } from '../runtime/files.ts';
import { type History, type Line, parseLine } from './journal.ts';

/** The people in the file, as of one version of it. */
interface Known {
  /** Of the file when it was read. */
  readonly version: string;
  readonly names: ReadonlySet<string>;
  /** Lines that cannot be assigned to a change, in lower case. */
  readonly unread: readonly string[];
}

/**
 * Takes email addresses, user IDs and IDs of contacts, in any letter case. The file is read again only where it has changed, so
 * that a run can erase thousands of people. Rejects with a `usage` failure that names the file if it cannot be used.
 */
export function peopleEraser(history: History): (names: readonly string[]) => Promise<void> {
  let known: Known | undefined;
  return async (names) => {
    const wanted = names.filter((name) => name !== '').map((name) => name.toLowerCase());
    const version = await versionOf(history.path);
    if (version === undefined || wanted.length === 0) return;
    if (known?.version !== version) known = { version, ...(await readNames(history)) };
    const { names: all, unread } = known;
    const isThere = wanted.some((name) => all.has(name)) || unread.some((text) => isAbout(text, wanted));
    if (isThere) await history.rewrite((lines) => withoutPerson(lines, wanted));
  };
}

/** Undefined where there is no file. */
async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw asUsage(error, path, 'read');
  }
}

async function readNames(history: History): Promise<Omit<Known, 'version'>> {
  const names = new Set<string>();
  const unread: string[] = [];
  const begun = new Set<string>();
  for await (const text of history.lines()) {
    const line = parseLine(text);
    if (line?.type === 'begun') begun.add(line.id);
    if (line === undefined || isWithoutBeginning(line, begun)) unread.push(text.toLowerCase());
    else for (const name of namesIn(line)) names.add(name);
  }
  return { names, unread };
}

/** The result of a change that was erased while it was made. */
const isWithoutBeginning = ({ type, id }: Line, begun: ReadonlySet<string>): boolean =>
  type === 'done' && !begun.has(id);

/** The ID of a contact that was created is in the line after its first one. */
function namesIn(line: Line): readonly string[] {
  const inConditions = [...namesInConditions(line)];
  if (line.type === 'begun') return [...(line.people ?? []), ...inConditions];
  return line.type === 'done' && line.record !== undefined
    ? [line.record.toLowerCase(), ...inConditions]
    : inConditions;
}

/** The people whom filters and triggers name: email addresses and user IDs that a condition compares with. `key`: of the property. */
function* namesInConditions(value: unknown, key?: unknown): Iterable<string> {
  if (Array.isArray(value)) for (const item of value) yield* namesInConditions(item, key);
  if (!isRecord(value)) return;
  const { key: property = key, operator, value: compared } = value;
  const isName = typeof compared === 'string' && (compared.includes('@') || property === 'userId');
  if (typeof operator === 'string' && isName) yield compared.trim().toLowerCase();
  for (const inner of Object.values(value)) yield* namesInConditions(inner, property);
}

/** A line that a killed run left unfinished may end within the name, and nobody can read it. */
function isAbout(text: string, wanted: readonly string[]): boolean {
  return !isJson(text) || wanted.some((name) => text.includes(JSON.stringify(name).slice(1, -1)));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text === '';
  }
}

function withoutPerson(lines: readonly string[], wanted: readonly string[]): readonly string[] {
  const read = lines.map((text) => ({ text, line: parseLine(text) }));
  const names = new Map<string, Set<string>>();
  const records = new Map<string, string>();
  const begun = new Set<string>();
  for (const { line } of read) {
    if (line?.type === 'begun') begun.add(line.id);
    if (line?.type === 'begun' && line.people !== undefined) names.set(line.id, new Set(line.people));
    if ((line?.type === 'begun' || line?.type === 'done') && names.has(line.id) && line.record !== undefined) {
      records.set(line.id, line.record.toLowerCase());
    }
  }
  const isNamed = (id: string): boolean => wanted.some((name) => names.get(id)?.has(name) || records.get(id) === name);
  // Earlier changes may have another address of the same contact.
  const contacts = new Set([...names.keys()].filter(isNamed).flatMap((id) => records.get(id) ?? []));
  const erased = new Set([...names.keys()].filter((id) => isNamed(id) || contacts.has(records.get(id) ?? '')));
  const all = new Set([...wanted, ...[...erased].flatMap((id) => [...(names.get(id) ?? [])])]);
  for (const { line } of read) {
    if (line !== undefined && [...namesInConditions(line)].some((name) => all.has(name))) erased.add(line.id);
  }
  return read.flatMap(({ text, line }) => {
    if (line === undefined || isWithoutBeginning(line, begun)) {
      return isAbout(text.toLowerCase(), wanted) ? [] : [text];
    }
    if (!erased.has(line.id)) return [text];
    const gap: Line = { type: 'erased', id: line.id };
    return line.type === 'begun' ? [JSON.stringify(gap)] : [];
  });
}
