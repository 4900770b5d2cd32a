/** What a push does with one record, decided from its files, the lock and the account. */
import { isRecord } from '../define/json.ts';
import { formatList } from '../text/list.ts';
import { formatCount } from '../text/number.ts';
import { compareFields, type FieldState, isUnchangedHere } from './compare.ts';
import { type Content, canonicalJson } from './content.ts';
import { workflowIn } from './kinds/workflow.ts';
import { recognize } from './kinds/workflow-edits.ts';
import type { FileNodes } from './kinds/workflow-nodes.ts';
import type { Pair } from './pair.ts';

export const ACTIONS = ['create', 'update', 'conflict', 'blocked', 'unread', 'pull', 'unchanged', 'orphan'] as const;
/**
 * `pull`: only the account has changed. `orphan`: only the account has it. `blocked`: the files differ, and the API cannot do
 * that. `unread`: the files are what was sent last, and whether the account has changed is not known.
 */
export type Action = (typeof ACTIONS)[number];

export interface Choices {
  /** Addresses whose conflicts the files win. */
  readonly ours: readonly string[];
  /** Addresses whose conflicts the account wins. */
  readonly theirs: readonly string[];
}

export const namesOf = (fields: ReadonlyMap<string, FieldState>, ...states: readonly FieldState[]): readonly string[] =>
  [...fields].flatMap(([field, state]) => (states.includes(state) ? [field] : []));

export interface Judgment {
  readonly action: Action;
  readonly reason?: string | undefined;
  readonly fields: ReadonlyMap<string, FieldState>;
}

const creation = ({ kind, local }: Pair, reason?: string): Judgment => {
  const content = local?.content ?? {};
  const missing = Object.keys(kind.fields).find(
    (field) => kind.fields[field]?.isRequired && content[field] === undefined,
  );
  if (missing !== undefined) return { action: 'blocked', reason: `It has no ${missing}.`, fields: new Map() };
  const fields = Object.keys(kind.fields).filter((field) => content[field] !== undefined);
  const refused = kind.refuse?.(content, fields);
  if (refused !== undefined) return { action: 'blocked', reason: refused, fields: new Map() };
  return { action: 'create', reason, fields: new Map(fields.map((field) => [field, 'local'])) };
};

const WITHOUT_FILES = 'Its files are gone. A push deletes nothing in the account.';

export function judge(pair: Pair, wanted: Content, remote: Content | undefined, { ours, theirs }: Choices): Judgment {
  const { kind, local, found, base, twins, failure, address } = pair;
  const none = new Map<string, FieldState>();
  if (local === undefined) return { action: 'orphan', reason: found && WITHOUT_FILES, fields: none };
  if (twins !== undefined) {
    const ids = formatList(twins.map(({ id }) => id));
    const adopt = `Run \`loopsctl adopt ${address} <id>\``;
    const reason =
      twins.length === 1
        ? `Several files have this name, but the account has only one ${kind.noun} with it: ${ids}. ${adopt} for one of them.`
        : `${formatCount(twins.length, kind.noun)} have this name: ${ids}. ${adopt}.`;
    return { action: 'blocked', reason, fields: none };
  }
  if (pair.missing !== undefined) return { action: 'blocked', reason: pair.missing, fields: none };
  if (found === undefined) {
    if (base?.id === undefined) {
      return creation(pair, pair.isNamesake ? `The account has another ${kind.noun} of this name.` : undefined);
    }
    if (ours.includes(address)) return creation(pair, 'It was deleted in the account.');
    return { action: 'conflict', reason: 'It was deleted in the account.', fields: none };
  }
  const reason = failure?.message ?? (found.isDone ? found.locked : undefined);
  if (reason !== undefined) {
    const isSame = base !== undefined && isUnchangedHere(kind.fields, wanted, base);
    if (isSame && failure === undefined) return { action: 'unchanged', fields: none };
    return { action: isSame ? 'unread' : 'blocked', reason, fields: none };
  }
  if (remote === undefined) return { action: 'unchanged', fields: none };
  const compared = compareFields({ rules: kind.fields, local: wanted, remote, base: base?.pending ? undefined : base });
  const fields = new Map(
    [...compared].map(([field, state]): [string, FieldState] => {
      if (state === 'remote' && isFilledIn(pair, field)) return [field, 'same'];
      if (state !== 'conflict') return [field, state];
      if (isCreated(pair, field, wanted, remote)) return [field, 'same'];
      if (ours.includes(address) || isFresh(pair, remote) || isOwn(pair)) return [field, 'local'];
      return [field, theirs.includes(address) ? 'remote' : 'conflict'];
    }),
  );
  const fixed = namesOf(fields, 'local').filter((field) => kind.fields[field]?.isFixed);
  if (namesOf(fields, 'conflict').length > 0) {
    const isNew = base === undefined;
    const reason = isNew ? 'The account has another one of this name.' : 'The files and the account have both changed.';
    return { action: 'conflict', reason, fields };
  }
  if (namesOf(fields, 'local').length > 0) {
    if (fixed.length > 0) return { action: 'blocked', reason: `The API can't change a ${kind.noun}.`, fields };
    const refused = found.locked ?? kind.refuse?.(wanted, namesOf(fields, 'local'), found);
    if (refused !== undefined) return { action: 'blocked', reason: refused, fields };
    return { action: 'update', fields };
  }
  return { action: namesOf(fields, 'remote').length > 0 ? 'pull' : 'unchanged', fields };
}

/** A record whose creation has no response, and which has no content of its own: it is the one that was created. */
const isFresh = ({ base, kind }: Pair, remote: Content): boolean =>
  base?.pending === true &&
  Object.keys(remote).every((field) => kind.fieldsAtFirst?.includes(field)) &&
  (kind.isFresh?.(remote) ?? true);

/** The workflow is as an earlier push has left it that ended between two edits. */
const isOwn = ({ base, found, local }: Pair): boolean =>
  base?.open !== undefined &&
  found !== undefined &&
  recognize(base.open, workflowIn(found), (local?.content['nodes'] ?? {}) as FileNodes) !== undefined;

/** A field that the API has filled in when it created the record. */
const isFilledIn = ({ base, kind }: Pair, field: string): boolean =>
  base?.pending === true && (kind.fieldsAtFirst?.includes(field) === true || kind.fields[field]?.isPartial === true);

/** The same for a record that one request creates: the API may have filled in more, but it has everything that was sent. */
const isCreated = ({ base, kind }: Pair, field: string, wanted: Content, remote: Content): boolean =>
  base?.pending === true && kind.fieldsAtFirst === undefined && isIncluded(wanted[field], remote[field]);

const isIncluded = (part: unknown, whole: unknown): boolean =>
  isRecord(part) && isRecord(whole)
    ? Object.entries(part).every(([key, value]) => isIncluded(value, whole[key]))
    : canonicalJson(part ?? null) === canonicalJson(whole ?? null);
