/**
 * Chooses the edits that turn one workflow into another, one at a time: create what is missing, set it up, connect it, and
 * remove the rest. Each edit is one that the API accepts: no edit leaves a node without a parent or closes a cycle.
 */
import { CREATABLE, type Creatable } from '../write-operations.ts';
import {
  applied,
  CREATED_PATHS,
  type Draft,
  type DraftNode,
  type GraphEdit,
  parentsIn,
  reaches,
  subtreeOf,
} from './edits.ts';
import type { Goal } from './goal.ts';
import type { Pairs } from './pairs.ts';
import { payloadFor } from './payloads.ts';

/** A node whose connection is not yet that of the goal. */
interface Pending {
  /** The node that holds the connection. */
  readonly owner: DraftNode;
  readonly now: string;
  readonly wanted: string;
  /** Undefined for a path that the goal does not have. */
  readonly goalId: string | undefined;
}

/** Nothing is lost if these are created again. */
const REPLACEABLE: readonly string[] = ['TimerAction', 'AudienceFilter'];

export class Planner {
  readonly goal: Goal;
  readonly pairs: Pairs;
  /** Its connections may be replaced by those that the API shows. */
  draft: Draft;
  /** New nodes: they are never created a second time. */
  readonly createdNodes = new Set<string>();
  /** A temporary branch after the trigger, whose paths keep nodes connected that have no other parent for a while. */
  private anchors: string | undefined;
  private count = 0;

  constructor(live: Draft, goal: Goal, pairs: Pairs) {
    this.draft = live;
    this.goal = goal;
    this.pairs = pairs;
  }

  /** The next edit; undefined when the workflow is like the goal. */
  next(): GraphEdit | undefined {
    for (;;) {
      const edit = this.create() ?? this.update() ?? this.connect();
      if (edit !== undefined) return edit;
      const pending = this.pending();
      if (pending.length === 0) return this.cleanUp();
      if (!this.replaceOne(pending)) return this.anchor(pending);
    }
  }

  /** Takes the edit as done. `ids` are the IDs that the API gave to new nodes, instead of the placeholders of the edit. */
  done(edit: GraphEdit, ids: readonly string[] = 'creates' in edit ? edit.creates : []): void {
    const real = 'creates' in edit ? { ...edit, creates: ids } : edit;
    const isAnchor = edit.action === 'insert' && this.missingNode() === undefined;
    const goalId = this.missingNode();
    this.draft = applied(this.draft, real);
    for (const id of ids) this.createdNodes.add(id);
    const [first] = ids;
    if (isAnchor) this.anchors = first;
    else if (goalId !== undefined && first !== undefined && 'creates' in edit) this.pairCreated(goalId, ids);
    if (edit.action === 'remove' && edit.nodeIds.includes(this.anchors ?? '')) this.anchors = undefined;
  }

  private pairCreated(goalId: string, [id = '', ...paths]: readonly string[]): void {
    this.pairs.set(goalId, id);
    const wanted = this.goal.nodes.get(goalId)?.next ?? [];
    paths.forEach((path, index) => {
      const own = wanted[index];
      if (own !== undefined) this.pairs.set(own, path);
    });
  }

  private placeholders(count: number): readonly string[] {
    return Array.from({ length: count }, () => `new-${++this.count}`);
  }

  private live(goalId: string): DraftNode | undefined {
    return this.draft.nodes.get(this.pairs.get(goalId) ?? '');
  }

  /** The first node of the goal that does not exist yet. */
  missingNode(): string | undefined {
    return this.goal.order.find((id) => !this.pairs.has(id));
  }

  /** The node that holds the connection of another: while there are anchors, their first path replaces the trigger. */
  private ownerOf(node: DraftNode): DraftNode {
    const anchors = this.draft.nodes.get(this.anchors ?? '');
    if (anchors === undefined || node.id !== this.draft.rootId) return node;
    return this.draft.nodes.get(anchors.next[0] ?? '') ?? node;
  }

  private create(): GraphEdit | undefined {
    const goalId = this.missingNode();
    const goalNode = goalId === undefined ? undefined : this.goal.nodes.get(goalId);
    if (goalId === undefined || goalNode === undefined) return undefined;
    const parents = parentsIn(this.goal, goalId);
    const [branch] = parents.filter(({ typeName }) => Object.hasOwn(CREATED_PATHS, typeName));
    if (branch !== undefined) {
      return { action: 'add-path', nodeId: this.pairs.get(branch.id) ?? '', creates: this.placeholders(1) };
    }
    const owners = parents.flatMap(({ id }) => {
      const live = this.live(id);
      return live === undefined ? [] : [this.ownerOf(live)];
    });
    // Where the connection leads to the right node already, no other edit is needed.
    const after = this.pairs.get(goalNode.next[0] ?? '');
    const from = owners.find(({ next }) => next[0] === after) ?? owners[0];
    if (from === undefined) throw new Error(`No parent of ${goalId} exists.`);
    return this.insertion(goalNode.typeName as Creatable, from);
  }

  private insertion(typeName: Creatable, from: DraftNode): GraphEdit {
    const creates = this.placeholders(1 + (CREATED_PATHS[typeName]?.count ?? 0));
    return { action: 'insert', typeName, from: from.id, to: from.next[0] ?? '', creates };
  }

  private update(): GraphEdit | undefined {
    for (const id of this.goal.order) {
      const [live, goal] = [this.live(id), this.goal.nodes.get(id)];
      const payload = live === undefined || goal === undefined ? undefined : payloadFor(live, goal);
      if (live !== undefined && payload !== undefined) return { action: 'update', nodeId: live.id, payload };
    }
    return undefined;
  }

  /** Live nodes that the goal has. */
  private kept(): ReadonlySet<string> {
    return new Set(this.pairs.values());
  }

  /** Paths of branches that the goal does not have. */
  private extraPaths(): readonly DraftNode[] {
    const kept = this.kept();
    return this.goal.order.flatMap((id) => {
      const live = this.live(id);
      if (live === undefined || !Object.hasOwn(CREATED_PATHS, live.typeName)) return [];
      return live.next.flatMap((path) => (kept.has(path) ? [] : (this.draft.nodes.get(path) ?? [])));
    });
  }

  /** Connections that are not those of the goal yet, the last of the workflow first: what follows them is in place already. */
  private pending(): readonly Pending[] {
    const exit = [...this.draft.nodes.values()].find(({ typeName }) => typeName === 'ExitAction')?.id ?? '';
    const extra = this.extraPaths().map((owner) => ({
      owner,
      now: owner.next[0] ?? '',
      wanted: exit,
      goalId: undefined,
    }));
    const wrong = this.goal.order.flatMap((goalId): Pending[] => {
      const [goal, live] = [this.goal.nodes.get(goalId), this.live(goalId)];
      if (goal === undefined || live === undefined || Object.hasOwn(CREATED_PATHS, goal.typeName)) return [];
      const owner = this.ownerOf(live);
      const [now, target] = [owner.next[0], goal.next[0]];
      const wanted = target === undefined ? undefined : this.pairs.get(target);
      return now === undefined || wanted === undefined || now === wanted ? [] : [{ owner, now, wanted, goalId }];
    });
    return [...extra.filter(({ now, wanted }) => now !== wanted), ...wrong.reverse()];
  }

  private isOnlyParent = ({ owner, now }: Pending): boolean =>
    parentsIn(this.draft, now).every(({ id }) => id === owner.id);

  private connect(): GraphEdit | undefined {
    const kept = this.kept();
    for (const { id } of this.extraPaths()) {
      const nodeIds = subtreeOf(this.draft, id);
      if (!nodeIds.some((inside) => kept.has(inside)))
        return { action: 'remove', nodeId: id, recursive: true, nodeIds };
    }
    const pending = this.pending();
    const free = pending.find((one) => !this.isOnlyParent(one) && !reaches(this.draft, one.wanted, one.owner.id));
    if (free !== undefined) return { action: 'reroute', nodeId: free.owner.id, from: free.now, to: free.wanted };
    for (const one of pending.filter(this.isOnlyParent)) {
      const edit = this.removal(one.now, kept);
      if (edit !== undefined) return edit;
    }
    return undefined;
  }

  /** Removes a node that the goal does not have, with what only it leads to if the goal has nothing of that either. */
  private removal(id: string, kept: ReadonlySet<string>): GraphEdit | undefined {
    const node = this.draft.nodes.get(id);
    if (node === undefined || kept.has(id) || node.typeName === 'ExitAction') return undefined;
    const recursive = node.next.length > 1;
    const nodeIds = recursive ? subtreeOf(this.draft, id) : [id];
    return nodeIds.some((inside) => kept.has(inside))
      ? undefined
      : { action: 'remove', nodeId: id, recursive, nodeIds };
  }

  /** Nodes that block each other: one that is easily created again is. */
  private replaceOne(pending: readonly Pending[]): boolean {
    const paths = new Set(
      [...this.goal.nodes.values()].flatMap(({ typeName, next }) =>
        Object.hasOwn(CREATED_PATHS, typeName) ? next : [],
      ),
    );
    const stuck = new Set(pending.flatMap(({ owner, now }) => [owner.id, now]));
    for (const [goalId, id] of this.pairs) {
      const type = this.draft.nodes.get(id)?.typeName ?? '';
      if (!stuck.has(id) || paths.has(goalId) || this.createdNodes.has(id) || !REPLACEABLE.includes(type)) continue;
      this.pairs.delete(goalId);
      return true;
    }
    return false;
  }

  /** Keeps the next node of the first pending connection connected in another way. */
  private anchor([first]: readonly Pending[]): GraphEdit | undefined {
    if (first === undefined) return undefined;
    const anchors = this.draft.nodes.get(this.anchors ?? '');
    const root = this.draft.nodes.get(this.draft.rootId);
    if (anchors === undefined) return root === undefined ? undefined : this.insertion('BranchNode', root);
    const free = anchors.next.slice(1).flatMap((id) => {
      const path = this.draft.nodes.get(id);
      const now = path?.next[0];
      return now !== undefined && parentsIn(this.draft, now).length > 1 ? [{ id, now }] : [];
    })[0];
    return free === undefined
      ? { action: 'add-path', nodeId: anchors.id, creates: this.placeholders(1) }
      : { action: 'reroute', nodeId: free.id, from: free.now, to: first.now };
  }

  /** Removes paths that the goal does not have, and the anchors. */
  private cleanUp(): GraphEdit | undefined {
    const anchors = this.draft.nodes.get(this.anchors ?? '');
    const [path] = [...this.extraPaths().map(({ id }) => id), ...(anchors?.next.slice(1) ?? [])];
    if (path !== undefined) {
      return { action: 'remove', nodeId: path, recursive: true, nodeIds: subtreeOf(this.draft, path) };
    }
    return anchors && { action: 'remove', nodeId: anchors.id, recursive: false, nodeIds: [anchors.id] };
  }
}

export const isCreatable = (typeName: string): typeName is Creatable =>
  (CREATABLE as readonly string[]).includes(typeName);
