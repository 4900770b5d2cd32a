/** Compares the fields of a record on both sides with those on which they last agreed. */
import { isRecord } from '../define/json.ts';
import { format } from '../lmx/format.ts';
import { normalForms } from '../lmx/normal-form.ts';
import { type Content, canonicalJson, hashOf } from './content.ts';
import type { FieldRule } from './kinds/kind.ts';
import { type LockEntry, returnedHash, sentHash } from './lock.ts';

/** Which side has changed a field since both agreed. */
export type FieldState = 'same' | 'local' | 'remote' | 'conflict';

type Rules = Readonly<Record<string, FieldRule>>;

/** The format of LMX is no content. */
export const fieldHash = (rule: FieldRule | undefined, value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  return hashOf(rule?.isLmx && typeof value === 'string' ? format(value) : value);
};

/** Equal, or LMX that Loops shows alike. The first value is that of the files. */
export function isSameValue(rule: FieldRule | undefined, one: unknown, other: unknown): boolean {
  if (canonicalJson(one ?? null) === canonicalJson(other ?? null)) return true;
  if (rule?.isPartial && isRecord(one) && isRecord(other)) {
    return canonicalJson({ ...other, ...one }) === canonicalJson(other);
  }
  if (!rule?.isLmx || typeof one !== 'string' || typeof other !== 'string') return false;
  const [first, second] = normalForms(one, other);
  return first === second;
}

export interface Sides {
  readonly rules: Rules;
  readonly local: Content;
  readonly remote: Content;
  /** Undefined for two records that were never compared: they have only the name in common. */
  readonly base: LockEntry | undefined;
}

function stateOf(field: string, { rules, local, remote, base }: Sides): FieldState {
  const rule = rules[field];
  if (isSameValue(rule, local[field], remote[field])) return 'same';
  const [here, there] = [fieldHash(rule, local[field]), fieldHash(rule, remote[field])];
  const [sent, returned] = [sentHash(base, field), returnedHash(base, field)];
  const isAgreed = base !== undefined && (sent !== undefined || returned !== undefined);
  // Before the first agreement, a field that one side does not have is not a difference of opinion.
  if (!isAgreed) return here === undefined ? 'remote' : there === undefined ? 'local' : 'conflict';
  const isRemote = there !== returned;
  const isLocal = here !== sent && !(here === undefined && rule?.isLasting);
  if (isLocal) return isRemote ? 'conflict' : 'local';
  return isRemote ? 'remote' : 'same';
}

/** The state of every field that one of the sides has. */
export function compareFields(sides: Sides): ReadonlyMap<string, FieldState> {
  const fields = Object.keys(sides.rules).filter(
    (field) => sides.local[field] !== undefined || sides.remote[field] !== undefined,
  );
  return new Map(fields.map((field) => [field, stateOf(field, sides)]));
}

/** Whether the files are exactly what was sent last. */
export const isUnchangedHere = (rules: Rules, local: Content, base: LockEntry): boolean =>
  Object.keys(rules).every((field) => fieldHash(rules[field], local[field]) === sentHash(base, field));
