/** The lock of an environment: which record of the account each key is, and the content on which both sides agreed. */
import * as z from 'zod';
import { usage } from '../errors.ts';
import { parseJson } from '../runtime/parse-json.ts';
import { canonicalJson, plainLines } from './content.ts';
import { OpenEdit } from './kinds/workflow-edits.ts';

/** The hash of what was sent and of what came back; one text if they are the same. */
const FieldHash = z.union([z.string(), z.tuple([z.string(), z.string()])]);

export const LockEntry = z.object({
  id: z.string().optional(),
  /** A creation was sent, and its response did not arrive. */
  pending: z.boolean().optional(),
  /** Changes whenever the content does, where the API has something like that. */
  revision: z.string().optional(),
  url: z.string().optional().describe('where an image is'),
  fields: z.record(z.string(), FieldHash).default({}),
  /** The IDs of the nodes of a workflow, by key. */
  nodes: z.record(z.string(), z.string()).optional(),
  open: OpenEdit.optional(),
});
export type LockEntry = z.infer<typeof LockEntry>;

export const Lock = z.object({
  version: z.literal(1),
  team: z.string().optional(),
  entries: z.record(z.string(), LockEntry),
});
export type Lock = z.infer<typeof Lock>;

export const EMPTY_LOCK: Lock = { version: 1, entries: {} };

export const lockName = (environment: string): string => `loops.${environment}.lock`;

/** Throws a `usage` failure that names the file. */
export function parseLock(bytes: Uint8Array, name: string): Lock {
  const hint =
    'It is written by loopsctl. Restore it from version control, or delete it: records are then linked by their names.';
  const text = plainLines(new TextDecoder().decode(bytes));
  if (/^(<{7}|={7}|>{7})/m.test(text)) throw usage(`${name} has conflict markers of a merge.`, hint);
  const value = parseJson(text, name, hint);
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (typeof version === 'number' && version > 1) {
    throw usage(`${name} was written by a newer version of loopsctl.`, 'Update loopsctl.');
  }
  const parsed = Lock.safeParse(value);
  if (!parsed.success) throw usage(`${name} is not a lock of loopsctl.`, hint);
  return parsed.data;
}

/** A lock is written after each response: entries that have not changed are not printed again. */
const printed = new WeakMap<LockEntry, string>();

function printEntry(entry: LockEntry): string {
  const text = printed.get(entry) ?? canonicalJson(entry);
  printed.set(entry, text);
  return text;
}

/** One line per entry, sorted, so that version control merges it well. */
export function printLock({ version, team, entries }: Lock): string {
  const lines = Object.entries(entries)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, entry]) => `    ${JSON.stringify(key)}: ${printEntry(entry)}`);
  const head = team === undefined ? '' : `  "team": ${JSON.stringify(team)},\n`;
  return `{\n  "version": ${version},\n${head}  "entries": {\n${lines.join(',\n')}\n  }\n}\n`;
}

const half = (entry: LockEntry | undefined, field: string, index: 0 | 1): string | undefined => {
  const hash = entry?.fields[field];
  return (typeof hash === 'string' ? hash : hash?.[index]) || undefined;
};

/** The hash of the field in the files; undefined if it was empty. */
export const sentHash = (entry: LockEntry | undefined, field: string): string | undefined => half(entry, field, 0);

/** The hash of the field in the account. */
export const returnedHash = (entry: LockEntry | undefined, field: string): string | undefined => half(entry, field, 1);

/** Undefined for a field that is empty on both sides. */
export function hashPair(
  sent: string | undefined,
  returned: string | undefined,
): LockEntry['fields'][string] | undefined {
  if (sent === undefined && returned === undefined) return undefined;
  return sent === returned && sent !== undefined ? sent : [sent ?? '', returned ?? ''];
}
