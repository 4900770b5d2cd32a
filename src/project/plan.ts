/** The plan of a push: what would happen to each record, and why. */
import { isRecord } from '../define/json.ts';
import { usage } from '../errors.ts';
import { compareFields, type FieldState, isUnchangedHere } from './compare.ts';
import { type Content, canonicalJson } from './content.ts';
import { contentDiff } from './diff.ts';
import type { Found, Kind, Read } from './kinds/kind.ts';
import { addressOf } from './kinds/kinds.ts';
import { workflowIn } from './kinds/workflow.ts';
import { recognize } from './kinds/workflow-edits.ts';
import type { FileNodes } from './kinds/workflow-nodes.ts';
import type { Pair } from './pair.ts';
import { referencesIn } from './references.ts';
import type { Survey } from './survey.ts';
import type { Local } from './tree.ts';

export const ACTIONS = ['create', 'update', 'conflict', 'blocked', 'pull', 'unchanged', 'orphan'] as const;
/**
 * `pull`: only the account has changed. `orphan`: only the account has it. `blocked`: the files differ, and the API cannot do
 * that.
 */
export type Action = (typeof ACTIONS)[number];

export interface Change {
  readonly address: string;
  readonly kind: Kind;
  readonly key: string;
  readonly name: string;
  readonly action: Action;
  readonly reason?: string | undefined;
  /** The fields that differ; of a creation, all. */
  readonly fields: ReadonlyMap<string, FieldState>;
  readonly pair: Pair | undefined;
  readonly local: Local | undefined;
  /** With IDs. */
  readonly wanted: Content;
  /** As it is in the account; undefined where it was not read. */
  readonly remote: Content | undefined;
  /** The diff from the account to the files, with keys; empty for a creation. */
  readonly diff: readonly string[];
}

export interface Choices {
  /** Addresses whose conflicts the files win. */
  readonly ours: readonly string[];
  /** Addresses whose conflicts the account wins. */
  readonly theirs: readonly string[];
}

const isRead = (found: Found | undefined): found is Read => found?.content !== undefined;

const namesOf = (fields: ReadonlyMap<string, FieldState>, ...states: readonly FieldState[]): readonly string[] =>
  [...fields].flatMap(([field, state]) => (states.includes(state) ? [field] : []));

/** The fields that a push would write. */
export const localFields = ({ fields }: Pick<Change, 'fields'>): readonly string[] => namesOf(fields, 'local');

export const remoteFields = ({ fields }: Pick<Change, 'fields'>): readonly string[] => namesOf(fields, 'remote');

interface Judgment {
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

const WITHOUT_FILES = 'It has no files any more. A push deletes nothing in the account.';

function judge(pair: Pair, wanted: Content, remote: Content | undefined, { ours, theirs }: Choices): Judgment {
  const { kind, local, found, base, twins, failure, address } = pair;
  const none = new Map<string, FieldState>();
  if (local === undefined) return { action: 'orphan', reason: found && WITHOUT_FILES, fields: none };
  if (twins !== undefined) {
    const ids = twins.map(({ id }) => id).join(', ');
    const reason = `${twins.length} ${kind.noun}s have this name: ${ids}. Run \`loopsctl adopt ${address} <id>\`.`;
    return { action: 'blocked', reason, fields: none };
  }
  if (pair.missing !== undefined) return { action: 'blocked', reason: pair.missing, fields: none };
  if (found === undefined) {
    if (base?.id === undefined) return creation(pair);
    if (ours.includes(address)) return creation(pair, 'It was deleted in the account.');
    return { action: 'conflict', reason: 'It was deleted in the account.', fields: none };
  }
  const unread = failure?.message ?? (found.isDone ? found.locked : undefined);
  if (unread !== undefined) {
    const isSame = base !== undefined && isUnchangedHere(kind.fields, wanted, base);
    return isSame ? { action: 'unchanged', fields: none } : { action: 'blocked', reason: unread, fields: none };
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

export async function planChanges(survey: Survey, choices: Choices): Promise<readonly Change[]> {
  const unknown = [...choices.ours, ...choices.theirs].find(
    (address) => !survey.pairs.some((pair) => pair.address === address),
  );
  if (unknown !== undefined)
    throw usage(`There is no ${JSON.stringify(unknown)} in the project.`, 'Example: theme:brand');
  const changes = await Promise.all(survey.pairs.map((pair) => changeOf(pair, survey, choices)));
  const untracked = survey.untracked.map(
    ({ kind, found }): Change => ({
      address: `${kind.name}:${found.id}`,
      kind,
      key: found.id,
      name: found.name,
      action: 'orphan',
      fields: new Map(),
      pair: undefined,
      local: undefined,
      wanted: {},
      remote: undefined,
      diff: [],
    }),
  );
  return inOrder([...changes, ...untracked]);
}

async function changeOf(pair: Pair, survey: Survey, choices: Choices): Promise<Change> {
  const { kind, key, address, local, found } = pair;
  const wanted = local === undefined ? {} : survey.references.localContent(local);
  const remote = isRead(found) ? survey.references.remoteContent(kind, found) : undefined;
  const judgment = judge(pair, wanted, remote, choices);
  // Of a creation, the files are all there is to see.
  const shown = judgment.action === 'create' ? [] : namesOf(judgment.fields, 'local', 'conflict');
  const before = survey.references.withKeys(kind, remote ?? {});
  const diff = shown.length === 0 ? [] : await contentDiff(kind, before, local?.content ?? {}, shown);
  const name = String(local?.content['name'] ?? found?.name ?? key);
  return { ...judgment, address, kind, key, name, pair, local, wanted, remote, diff };
}

/** Records after those that they refer to. The order of kinds is right for all but filters. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const sorted = new Set<Change>();
  const visit = (change: Change, above: readonly Change[]): void => {
    if (sorted.has(change)) return;
    if (above.includes(change)) {
      throw usage(
        `${above.map(({ address }) => address).join(', ')} refer to each other.`,
        'Remove one of the references.',
      );
    }
    for (const reference of referencesOf(change)) {
      const needed = byAddress.get(reference);
      if (needed !== undefined && needed.action === 'create') visit(needed, [...above, change]);
    }
    sorted.add(change);
  };
  for (const change of changes) visit(change, []);
  return [...sorted];
}

export function referencesOf({ local, kind, key }: Change): ReadonlySet<string> {
  const references = referencesIn(local?.content ?? {}, kind.fields);
  if (kind.partOf === undefined) return references;
  return new Set([...references, addressOf(kind.partOf, key.slice(0, key.indexOf('/')))]);
}

/** References to what neither the project nor the lock has. Throws a `usage` failure that names them. */
export function requireReferences(changes: readonly Change[], isKnown: (address: string) => boolean): void {
  const lines = changes.flatMap((change) =>
    [...referencesOf(change)]
      .filter((reference) => !isKnown(reference))
      .map((reference) => `${change.address}: ${reference}`),
  );
  if (lines.length === 0) return;
  throw usage(`References to nothing: ${lines.join('; ')}.`, 'Run `loopsctl pull`, or correct the files.');
}

/** The requests of a push, if nobody else changes anything. */
export const requestsOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, change) => {
    const { kind, action, wanted, pair } = change;
    if (action === 'create') return sum + kind.requests('create', wanted, undefined);
    return action === 'update' ? sum + kind.requests(localFields(change), wanted, pair?.found) : sum;
  }, 0);

/** How long a push takes within the rate limits, in seconds. */
export const secondsOf = (requests: number): number => Math.max(0, Math.ceil(requests / PER_MINUTE) - 1) * 60;

const PER_MINUTE = 60;
