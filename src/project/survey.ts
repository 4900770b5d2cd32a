/** What the account has, paired with the files and the lock. */
import type { Context } from '../define/command.ts';
import { Failure, usage } from '../errors.ts';
import { announceWait } from '../nouns/announce.ts';
import { listMailingLists } from '../nouns/lists.ts';
import { formatCount } from '../text/number.ts';
import { isUnchangedHere } from './compare.ts';
import { keyOfAddress, References } from './environment-ids.ts';
import type { Found, Kind, Target } from './kinds/kind.ts';
import { KINDS } from './kinds/kinds.ts';
import { emailsOf } from './kinds/workflow-email.ts';
import type { Lock, LockEntry } from './lock.ts';
import { orphansIn, type Pair } from './pair.ts';
import { partPairs } from './parts.ts';
import type { Local, Tree } from './tree.ts';

export interface Untracked {
  readonly kind: Kind;
  readonly found: Found;
}

export interface Survey {
  readonly pairs: readonly Pair[];
  /** Records that neither the files nor the lock have. */
  readonly untracked: readonly Untracked[];
  readonly references: References;
}

/** Kinds that the project or the lock has; for a pull, all. */
export const kindsIn = (tree: Tree, lock: Lock): readonly Kind[] => {
  const addresses = [...tree.locals.keys(), ...Object.keys(lock.entries)];
  const used = KINDS.filter(({ name }) => addresses.some((address) => address.startsWith(`${name}:`)));
  // What they refer to is needed to turn IDs into keys.
  const referredTo = new Set(
    used.flatMap(({ fields, refersTo = [] }) => [
      ...Object.values(fields).flatMap(({ refersTo: kind }) => kind ?? []),
      ...refersTo,
    ]),
  );
  return KINDS.filter((kind) => used.includes(kind) || referredTo.has(kind.name));
};

function pairsOf(kind: Kind, found: readonly Found[], tree: Tree, lock: Lock): readonly Pair[] {
  const byId = new Map(found.map((one) => [one.id, one]));
  const locals = [...tree.locals.values()].filter((local) => local.kind === kind);
  const entries = Object.entries(lock.entries).filter(([address]) => address.startsWith(`${kind.name}:`));
  const withFiles = addressesOf(kind, entries, tree);
  const orphans = orphansIn(entries, tree);
  const free = found.filter(({ id, isFixed, isDone }) => !withFiles.has(id) && !isFixed && !isDone);
  const byName = groupBy(free, ({ name }): unknown => name);
  const taken = new Set<unknown>(found.flatMap(({ id, name }) => (withFiles.has(id) ? [name] : [])));
  const unknown = groupBy(
    locals.filter(({ address }) => lock.entries[address]?.id === undefined),
    ({ content }) => content['name'],
  );
  const isPending = ({ address }: Local): boolean => lock.entries[address]?.pending === true;
  const claimed = new Set<string>();
  const pairs = locals.map((local): Pair => {
    const { key, address } = local;
    const base = lock.entries[address];
    const common = { kind, key, address, local };
    if (base?.id !== undefined) return { ...common, base, found: byId.get(base.id) };
    const named = byName.get(local.content['name']) ?? [];
    const sharing = unknown.get(local.content['name']) ?? [];
    // The record was created for the files whose creation has no response.
    const isOfOther = sharing.length > 1 && !isPending(local) && sharing.some(isPending);
    if (named.length > 1 || (named.length === 1 && sharing.length > 1 && !isPending(local) && !isOfOther)) {
      return { ...common, base, found: undefined, twins: named };
    }
    const match = isOfOther ? undefined : named[0];
    const renamedFrom = match === undefined ? undefined : orphans.get(match.id);
    if (match !== undefined) claimed.add(match.id);
    if (renamedFrom === undefined) {
      return { ...common, base, found: match, isNamesake: taken.has(local.content['name']) };
    }
    return { ...common, base: lock.entries[renamedFrom], found: match, renamedFrom };
  });
  const gone = entries.flatMap(([address, base]): Pair[] => {
    if (tree.locals.has(address) || base.id === undefined || claimed.has(base.id)) return [];
    return [{ kind, key: keyOfAddress(address), address, local: undefined, base, found: byId.get(base.id) }];
  });
  return [...pairs, ...gone];
}

/** The addresses of records that have files. Throws a `usage` failure where two are one record, after a merge of the lock. */
function addressesOf(kind: Kind, entries: readonly (readonly [string, LockEntry])[], { locals }: Tree) {
  const addresses = new Map<string, string>();
  for (const [address, { id }] of entries) {
    if (id === undefined || !locals.has(address)) continue;
    const other = addresses.get(id);
    // The ID of an image is its content.
    if (other !== undefined && kind.name !== 'image') {
      throw usage(
        `${other} and ${address} have the same ID in the lock.`,
        `Run \`loopsctl adopt <key> <id|name>\` for the wrong one, or remove its files.`,
      );
    }
    addresses.set(id, address);
  }
  return addresses;
}

export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

export interface Sides {
  readonly tree: Tree;
  readonly lock: Lock;
  readonly kinds: readonly Kind[];
}

/** Lists the kinds. Content that the lists lack is not read. */
export async function listAccount(context: Context, { tree, lock, kinds }: Sides): Promise<Survey> {
  const lists = new Map<Target, readonly Found[]>();
  const whole = kinds.filter(({ partOf }) => partOf === undefined);
  await Promise.all(whole.map(async (kind) => lists.set(kind.name, readable(kind, await kind.list(context)))));
  if (kinds.some(refersToLists)) lists.set('list', await mailingLists(context));
  lists.set('image', uploadedImages(lock));
  const references = new References(lock, lists);
  const pairs: Pair[] = whole.flatMap((kind) => pairsOf(kind, lists.get(kind.name) ?? [], tree, lock));
  for (const { kind, key, found, local, base, renamedFrom } of pairs) {
    if (found === undefined) continue;
    if (renamedFrom !== undefined) references.forget(renamedFrom);
    if (local !== undefined) references.assign(kind, key, found.url ?? found.id);
    if (kind.name === 'workflow' && !(found.record instanceof Failure)) references.nameNodes(key, found, base, local);
  }
  const parts = kinds.filter(({ partOf }) => partOf !== undefined);
  for (const kind of parts) {
    const emails = (lists.get('workflow') ?? []).flatMap(emailsIfRead);
    lists.set(kind.name, emails);
    for (const pair of partPairs(kind, emails, pairs, { tree, lock, references })) pairs.push(pair);
  }
  references.noteImages(tree, lock);
  const tracked = new Set(pairs.flatMap(({ kind, found }) => (found === undefined ? [] : `${kind.name} ${found.id}`)));
  const untracked = kinds.flatMap((kind) =>
    (lists.get(kind.name) ?? [])
      .filter(({ id, isFixed, isDone }) => !isFixed && !isDone && !tracked.has(`${kind.name} ${id}`))
      .map((found): Untracked => ({ kind, found })),
  );
  return { pairs, untracked, references };
}

/** Whether the list lacks the content, and it can be read. */
export const canRead = ({ kind, found }: Pick<Pair, 'kind' | 'found'>): boolean =>
  found !== undefined && found.content === undefined && !found.isDone && kind.read !== undefined;

/** Whether the content must be read to compare both sides, because the list lacks it and one of them may have changed. */
export function isToRead(pair: Pair, references: References): boolean {
  const { kind, found, local, base, failure } = pair;
  if (found === undefined || !canRead(pair) || local === undefined || failure !== undefined) return false;
  if (base?.revision === undefined || base.revision !== found.revision) return true;
  return base.open !== undefined || !isUnchangedHere(kind.fields, references.localContent(local), base);
}

/** Lists the kinds, and reads what the lists lack, where it may have changed on one side. */
export async function survey(context: Context, sides: Sides): Promise<Survey> {
  const listed = await listAccount(context, sides);
  const wanted = listed.pairs.filter((pair) => isToRead(pair, listed.references));
  await announceWait(context, formatCount(wanted.length, 'record'), wanted.length);
  const outcomes = await context.settle(wanted, async ({ kind, found }) => readFound(context, kind, found as Found));
  const complete = new Map(
    outcomes.map(({ item, value, failure }) => [
      item,
      { ...item, ...(failure === undefined ? { found: value } : { failure }) },
    ]),
  );
  return { ...listed, pairs: listed.pairs.map((pair) => complete.get(pair) ?? pair) };
}

/** With its content, where the list lacks it. */
export const readFound = async (context: Context, kind: Kind, found: Found): Promise<Found> =>
  (await kind.read?.(context, found)) ?? found;

/** Records without an ID or a name cannot be compared with files: rejecting is better than a plan that leaves them out. */
function readable(kind: Kind, found: readonly Found[]): readonly Found[] {
  const broken = found.find(({ id, name }) => typeof id !== 'string' || typeof name !== 'string');
  if (broken === undefined) return found;
  throw new Failure('unexpected_response', `The API response has a ${kind.noun} without an ID or a name.`);
}

const refersToLists = ({ fields }: Kind): boolean => Object.values(fields).some(({ refersTo }) => refersTo === 'list');

const mailingLists = async (context: Context): Promise<readonly Found[]> => context.call(listMailingLists, {});

/** The hash of the file that was uploaded is in the lock as the hash of a field. */
const uploadedImages = ({ entries }: Lock): readonly Found[] =>
  Object.entries(entries).flatMap(([address, { id, url }]) =>
    address.startsWith('image:') && id !== undefined && url !== undefined
      ? [{ id, url, name: keyOfAddress(address), content: { hash: id } }]
      : [],
  );

const emailsIfRead = (workflow: Found): readonly Found[] =>
  workflow.record instanceof Failure ? [] : emailsOf(workflow);
