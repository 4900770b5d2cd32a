/** An edit: one change of a workflow, as a value, and what it does to a graph. */
import type { Creatable } from '../write-operations.ts';

export interface DraftNode {
  readonly id: string;
  readonly typeName: string;
  readonly next: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The nodes of a workflow while it is edited, by ID. */
export interface Draft {
  readonly rootId: string;
  readonly nodes: ReadonlyMap<string, DraftNode>;
}

/** An edit of the graph. New nodes have the IDs that `creates` gives them: the node, then its paths. */
export type GraphEdit =
  | {
      readonly action: 'insert';
      readonly typeName: Creatable;
      readonly from: string;
      readonly to: string;
      readonly creates: readonly string[];
    }
  | { readonly action: 'add-path'; readonly nodeId: string; readonly creates: readonly string[] }
  | { readonly action: 'update'; readonly nodeId: string; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly action: 'reroute'; readonly nodeId: string; readonly from: string; readonly to: string }
  | {
      readonly action: 'remove';
      readonly nodeId: string;
      readonly recursive: boolean;
      readonly nodeIds: readonly string[];
    };

/** An edit of the workflow itself. */
export type WorkflowEdit =
  | { readonly action: 'describe'; readonly name?: string; readonly description?: string }
  | { readonly action: 'mailing-list'; readonly mailingListId: string | null };

export type Edit = GraphEdit | WorkflowEdit;

/** The type and the number of the paths that the API creates with a node. */
export const CREATED_PATHS: Readonly<Record<string, { readonly typeName: Creatable; readonly count: number }>> = {
  BranchNode: { typeName: 'AudienceFilter', count: 2 },
  ExperimentBranchNode: { typeName: 'VariantNode', count: 3 },
};

/** What the API gives a new node, as far as it matters for the edits that follow. */
const NEW_FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AudienceFilter: { audienceFilter: null, appliesDownstream: false },
  VariantNode: { isControl: false },
};

export const parentsIn = ({ nodes }: Draft, id: string): readonly DraftNode[] =>
  [...nodes.values()].filter(({ next }) => next.includes(id));

function reachedFrom({ nodes }: Draft, start: string, without?: string): ReadonlySet<string> {
  const reached = new Set(start === without ? [] : [start]);
  for (const id of reached) for (const next of nodes.get(id)?.next ?? []) if (next !== without) reached.add(next);
  return reached;
}

/** Whether a contact at one node can come to another. */
export const reaches = (draft: Draft, from: string, to: string): boolean => reachedFrom(draft, from).has(to);

/** The node, and what only it leads to. Exits stay. */
export function subtreeOf(draft: Draft, id: string): readonly string[] {
  const others = reachedFrom(draft, draft.rootId, id);
  return [...reachedFrom(draft, id)].filter(
    (inside) => inside === id || (!others.has(inside) && draft.nodes.get(inside)?.typeName !== 'ExitAction'),
  );
}

const node = (id: string, typeName: string, next: readonly string[]): DraftNode => ({
  id,
  typeName,
  next,
  fields: { ...NEW_FIELDS[typeName], typeName },
});

/** The graph after an edit, as far as the contract of the API says. */
export function applied(draft: Draft, edit: GraphEdit): Draft {
  const nodes = new Map(draft.nodes);
  const change = (id: string, changes: Partial<DraftNode>): void => {
    const before = nodes.get(id);
    if (before !== undefined) nodes.set(id, { ...before, ...changes });
  };
  const redirect = (id: string, target: string, replacement: string): void =>
    change(id, { next: (nodes.get(id)?.next ?? []).map((to) => (to === target ? replacement : to)) });
  switch (edit.action) {
    case 'insert': {
      const [id = '', ...paths] = edit.creates;
      const { typeName: pathType = '', count = 0 } = CREATED_PATHS[edit.typeName] ?? {};
      paths.forEach((path, index) => {
        const created = node(path, pathType, [edit.to]);
        const isControl = pathType === 'VariantNode' && index === count - 1;
        nodes.set(path, isControl ? { ...created, fields: { ...created.fields, isControl } } : created);
      });
      nodes.set(id, node(id, edit.typeName, paths.length === 0 ? [edit.to] : paths));
      redirect(edit.from, edit.to, id);
      break;
    }
    case 'add-path': {
      const [id = ''] = edit.creates;
      const parent = nodes.get(edit.nodeId);
      const exit = [...nodes.values()].filter(({ typeName }) => typeName === 'ExitAction').at(-1);
      nodes.set(id, node(id, CREATED_PATHS[parent?.typeName ?? '']?.typeName ?? '', [exit?.id ?? '']));
      change(edit.nodeId, { next: [...(parent?.next ?? []), id] });
      break;
    }
    case 'update':
      update(draft, nodes, edit.nodeId, edit.payload);
      break;
    case 'reroute':
      redirect(edit.nodeId, edit.from, edit.to);
      break;
    case 'remove':
      remove(draft, nodes, edit);
      break;
  }
  return { ...draft, nodes };
}

function update(
  draft: Draft,
  nodes: Map<string, DraftNode>,
  id: string,
  payload: Readonly<Record<string, unknown>>,
): void {
  const before = nodes.get(id);
  if (before === undefined) return;
  const typeName = typeof payload['typeName'] === 'string' ? payload['typeName'] : before.typeName;
  const kept = typeName === before.typeName ? before.fields : {};
  nodes.set(id, { ...before, typeName, fields: { ...kept, ...payload, typeName } });
  if (payload['isControl'] !== true) return;
  for (const { id: sibling } of siblingsOf(draft, id)) {
    const other = nodes.get(sibling);
    if (other !== undefined) nodes.set(sibling, { ...other, fields: { ...other.fields, isControl: false } });
  }
}

const siblingsOf = (draft: Draft, id: string): readonly DraftNode[] =>
  parentsIn(draft, id).flatMap(({ next }) =>
    next.flatMap((path) => (path === id ? [] : (draft.nodes.get(path) ?? []))),
  );

function remove(
  draft: Draft,
  nodes: Map<string, DraftNode>,
  { nodeId, recursive, nodeIds }: Extract<GraphEdit, { action: 'remove' }>,
): void {
  const removed = new Set(nodeIds);
  const seen = new Set([nodeId]);
  let after: string | undefined;
  for (const id of seen) {
    for (const next of draft.nodes.get(id)?.next ?? []) {
      if (removed.has(next)) seen.add(next);
      else after ??= next;
    }
  }
  for (const parent of parentsIn(draft, nodeId)) {
    const losesPath = after === undefined || (recursive && parent.next.length > 1);
    const next = parent.next.flatMap((to) => (to !== nodeId ? [to] : losesPath ? [] : [after ?? '']));
    nodes.set(parent.id, { ...parent, next });
  }
  for (const id of removed) nodes.delete(id);
}
