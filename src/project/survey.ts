/** What the account has, paired with the files and the lock. */
import type { Context } from '../define/command.ts';
import { Failure } from '../errors.ts';
import { listMailingLists } from '../nouns/lists.ts';
import { fieldHash, isUnchangedHere } from './compare.ts';
import { withoutBodies } from './component-bodies.ts';
import { type Content, withoutEmpty } from './content.ts';
import { UNSORTED } from './kinds/groups.ts';
import type { Found, Kind, Read, Target } from './kinds/kind.ts';
import { addressOf, KINDS, kindNamed } from './kinds/kinds.ts';
import { type Lock, type LockEntry, sentHash } from './lock.ts';
import { keyIn, replaceReferences } from './references.ts';
import type { Local, Tree } from './tree.ts';

/** The files, the lock and the account side by side for one record. */
export interface Pair {
  readonly kind: Kind;
  readonly address: string;
  readonly key: string;
  readonly local: Local | undefined;
  readonly found: Found | undefined;
  readonly base: LockEntry | undefined;
  /** Another address under which the lock has the record: its files were renamed. */
  readonly renamedFrom?: string;
  /** Several records of the account have the name. */
  readonly twins?: readonly Found[];
  /** Why the content could not be read. */
  readonly failure?: Failure | undefined;
}

export interface Untracked {
  readonly kind: Kind;
  readonly found: Found;
  readonly failure?: Failure | undefined;
}

export interface Survey {
  readonly pairs: readonly Pair[];
  /** Records that neither the files nor the lock have. */
  readonly untracked: readonly Untracked[];
  /** The content of a record in the account: IDs, without bodies of components. */
  remoteContent(kind: Kind, read: Read): Content;
  /** The content of files with IDs; references to what is not in the account yet stay keys. */
  localContent(local: Local): Content;
  /** The content of the account with keys instead of IDs. */
  withKeys(kind: Kind, content: Content): Content;
  /** Whether the account has what the reference names. */
  isKnown(address: string): boolean;
  /** The body of a component has changed. */
  noteBody(id: string, lmx: string): void;
  /** From now on, the key is this record. */
  assign(kind: Kind, key: string, id: string): void;
  /** The ID that means "none" in a field that refers to this kind. */
  noneOf(kind: Target): string | undefined;
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

const keyOfAddress = (address: string): string => address.slice(address.indexOf(':') + 1);

function pairsOf(kind: Kind, found: readonly Found[], tree: Tree, lock: Lock): readonly Pair[] {
  const byId = new Map(found.map((one) => [one.id, one]));
  const locals = [...tree.locals.values()].filter((local) => local.kind === kind);
  const entries = Object.entries(lock.entries).filter(([address]) => address.startsWith(`${kind.name}:`));
  const withFiles = new Set(entries.flatMap(([address, { id }]) => (tree.locals.has(address) ? (id ?? []) : [])));
  const orphans = new Map(
    entries.flatMap(([address, { id }]) => (tree.locals.has(address) || !id ? [] : [[id, address]])),
  );
  const claimed = new Set<string>();
  const pairs = locals.map((local): Pair => {
    const { key, address } = local;
    const base = lock.entries[address];
    const common = { kind, key, address, local };
    if (base?.id !== undefined) return { ...common, base, found: byId.get(base.id) };
    const named = found.filter(
      ({ id, name, isFixed, isDone }) => name === local.content['name'] && !withFiles.has(id) && !isFixed && !isDone,
    );
    if (named.length > 1) return { ...common, base, found: undefined, twins: named };
    const [match] = named;
    const renamedFrom = match === undefined ? undefined : orphans.get(match.id);
    if (match !== undefined) claimed.add(match.id);
    if (renamedFrom === undefined) return { ...common, base, found: match };
    return { ...common, base: lock.entries[renamedFrom], found: match, renamedFrom };
  });
  const gone = entries.flatMap(([address, base]): Pair[] => {
    if (tree.locals.has(address) || base.id === undefined || claimed.has(base.id)) return [];
    return [{ kind, key: keyOfAddress(address), address, local: undefined, base, found: byId.get(base.id) }];
  });
  return [...pairs, ...gone];
}

/** Lists the kinds and reads what the lists lack, where it may have changed on one side. `all`: also what is not tracked. */
export async function survey(
  context: Context,
  { tree, lock, kinds, all }: { tree: Tree; lock: Lock; kinds: readonly Kind[]; all: boolean },
): Promise<Survey> {
  const lists = new Map<Target, readonly Found[]>();
  await Promise.all(kinds.map(async (kind) => lists.set(kind.name, readable(kind, await kind.list(context)))));
  if (kinds.some(refersToLists)) lists.set('list', await mailingLists(context));
  lists.set('image', uploadedImages(lock));
  const references = new References(lock, lists);
  const pairs = kinds.flatMap((kind) => pairsOf(kind, lists.get(kind.name) ?? [], tree, lock));
  for (const { kind, key, found, local } of pairs) {
    if (found !== undefined && local !== undefined) references.assign(kind, key, found.url ?? found.id);
  }
  references.noteImages(tree, lock);
  const tracked = new Set(pairs.flatMap(({ kind, found }) => (found === undefined ? [] : `${kind.name} ${found.id}`)));
  const untracked = kinds.flatMap((kind) =>
    (lists.get(kind.name) ?? [])
      .filter(({ id, isFixed, isDone }) => !isFixed && !isDone && !tracked.has(`${kind.name} ${id}`))
      .map((found): Untracked => ({ kind, found })),
  );
  const isRead = ({ kind, found, local, base }: Pair): boolean => {
    if (found === undefined || found.content !== undefined || found.isDone || kind.read === undefined) return false;
    if (local === undefined) return all;
    if (base?.revision === undefined || base.revision !== found.revision) return true;
    return !isUnchangedHere(kind.fields, references.localContent(local), base);
  };
  const contents = await readContents(context, [
    ...pairs.filter(isRead).map(({ kind, found }) => ({ kind, found: found as Found })),
    ...(all ? untracked.filter(({ kind, found }) => found.content === undefined && kind.read !== undefined) : []),
  ]);
  const complete = <One extends { readonly kind: Kind; readonly found: Found | undefined }>(one: One): One => {
    const result = contents.get(`${one.kind.name} ${one.found?.id}`);
    return result === undefined ? one : { ...one, ...result };
  };
  return {
    pairs: pairs.map(complete),
    untracked: untracked.map(complete),
    remoteContent: references.remoteContent,
    localContent: references.localContent,
    withKeys: references.withKeys,
    isKnown: references.isKnown,
    assign: references.assign,
    noteBody: references.noteBody,
    noneOf: references.noneOf,
  };
}

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

async function readContents(context: Context, wanted: readonly { readonly kind: Kind; readonly found: Found }[]) {
  const outcomes = await context.settle(wanted, async ({ kind, found }) => kind.read?.(context, found) ?? found);
  return new Map(
    outcomes.map(({ item: { kind, found }, value, failure }) => [
      `${kind.name} ${found.id}`,
      failure === undefined ? { found: value } : { failure },
    ]),
  );
}

/** Keys and IDs of one environment. */
class References {
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #bodies: Map<string, string>;
  readonly #none = new Map<Target, string>();

  constructor(lock: Lock, lists: ReadonlyMap<Target, readonly Found[]>) {
    for (const [address, { id, url }] of Object.entries(lock.entries)) {
      const kind = kindNamed(address.slice(0, address.indexOf(':')));
      const target = url ?? id;
      if (kind !== undefined && target !== undefined) this.assign(kind, keyOfAddress(address), target);
    }
    const components = lists.get('component') ?? [];
    this.#bodies = new Map(components.map(({ id, content }) => [id, String(content?.['lmx'] ?? '')]));
    for (const { id, name } of lists.get('list') ?? []) {
      if (this.#ids.has(`list:${name}`)) continue;
      this.#ids.set(`list:${name}`, id);
      this.#keys.set(`list ${id}`, name);
    }
    for (const [kind, found] of lists) {
      const none = found.find(({ name, isFixed }) => isFixed === true && name === UNSORTED);
      if (none !== undefined) this.#none.set(kind, none.id);
    }
  }

  readonly assign = (kind: Kind, key: string, id: string): void => {
    this.#ids.set(addressOf(kind.name, key), id);
    this.#keys.set(`${kind.name} ${id}`, key);
  };

  readonly isKnown = (address: string): boolean => this.#ids.has(address);

  readonly noteBody = (id: string, lmx: string): void => void this.#bodies.set(id, lmx);

  readonly noneOf = (kind: Target): string | undefined => this.#none.get(kind);

  /** An image whose file has changed has no URL yet. */
  noteImages({ locals }: Tree, { entries }: Lock): void {
    for (const { kind, address, content } of locals.values()) {
      if (kind.name !== 'image') continue;
      if (fieldHash(kind.fields['hash'], content['hash']) !== sentHash(entries[address], 'hash'))
        this.#ids.delete(address);
    }
  }

  readonly remoteContent = (kind: Kind, { content }: Read): Content =>
    withoutEmpty(
      Object.fromEntries(
        Object.entries(content).map(([field, value]) => {
          const { isLmx, refersTo } = kind.fields[field] ?? {};
          if (refersTo !== undefined && value === this.#none.get(refersTo)) return [field, undefined];
          const isBody = isLmx && kind.name !== 'component' && typeof value === 'string';
          return [field, isBody ? withoutBodies(value, this.#bodies) : value];
        }),
      ),
    );

  readonly localContent = ({ kind, content }: Local): Content =>
    replaceReferences(content, kind.fields, (to, value) => {
      const key = keyIn(to, value);
      return key === undefined ? undefined : this.#ids.get(addressOf(to, key));
    });

  readonly withKeys = (kind: Kind, content: Content): Content =>
    replaceReferences(content, kind.fields, (to, id) => {
      const key = this.#keys.get(`${to} ${id}`);
      return key === undefined ? undefined : addressOf(to, key);
    });
}
