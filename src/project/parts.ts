/** Emails of workflows, paired with files by the key of their node. */
import { Failure } from '../errors.ts';
import { keyOfAddress, type References } from './environment-ids.ts';
import type { Found, Kind } from './kinds/kind.ts';
import { addressOf } from './kinds/kinds.ts';
import type { Lock, LockEntry } from './lock.ts';
import { orphansIn, type Pair } from './pair.ts';
import type { Tree } from './tree.ts';

interface Sides {
  readonly tree: Tree;
  readonly lock: Lock;
  readonly references: References;
}

/** Nobody has agreed on it yet: what the API has filled in is no content. */
const NEW: LockEntry = { pending: true, fields: {} };

export function partPairs(
  kind: Kind,
  found: readonly Found[],
  whole: readonly Pair[],
  { tree, lock, references }: Sides,
): readonly Pair[] {
  const byKey = new Map(found.map((one) => [references.partKey(one), one]));
  const byId = new Map(found.map((one) => [one.id, one]));
  const parents = new Map(whole.map((pair) => [pair.address, pair.found?.record]));
  const entries = Object.entries(lock.entries).filter(([address]) => address.startsWith(`${kind.name}:`));
  const locals = [...tree.locals.values()].filter((local) => local.kind === kind);
  const orphans = orphansIn(entries, tree);
  const claimed = new Set<string>();
  const pairs = locals.map((local): Pair => {
    const { key, address } = local;
    const parent = addressOf(kind.partOf ?? 'workflow', key.slice(0, key.indexOf('/')));
    const common = { kind, key, address, local };
    const base = lock.entries[address];
    const failure = parents.get(parent);
    if (failure instanceof Failure) return { ...common, base, failure, found: { id: base?.id ?? '', name: key } };
    const email = byKey.get(key);
    // The files of its workflow were renamed.
    const renamedFrom = base === undefined && email !== undefined ? orphans.get(email.id) : undefined;
    if (renamedFrom !== undefined) {
      claimed.add(renamedFrom);
      return { ...common, base: lock.entries[renamedFrom], found: email, renamedFrom };
    }
    const isSame = base?.id !== undefined && base.id === email?.id;
    const missing = hasNode(tree, parent, key) ? undefined : `Its workflow has no email node of this key.`;
    return { ...common, base: email === undefined || isSame ? base : NEW, found: email, missing };
  });
  const gone = entries.flatMap(([address, base]): Pair[] => {
    if (tree.locals.has(address) || base.id === undefined || claimed.has(address)) return [];
    const key = keyOfAddress(address);
    return [{ kind, key, address, local: undefined, base, found: byId.get(base.id) }];
  });
  return [...pairs, ...gone];
}

function hasNode({ locals }: Tree, workflow: string, key: string): boolean {
  const nodes = locals.get(workflow)?.content['nodes'] as Readonly<Record<string, { type: string }>> | undefined;
  const name = key.slice(key.indexOf('/') + 1);
  return nodes !== undefined && Object.hasOwn(nodes, name) && nodes[name]?.type === 'SendEmailAction';
}
