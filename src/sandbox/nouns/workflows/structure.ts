/** Changes the connections of a workflow: inserts, reroutes and removes nodes. The callers have checked that they may. */
import type { EditedWorkflow, SavedNode } from './graph.ts';

type Graph = Pick<EditedWorkflow, 'nodes'>;

export const parentsOf = ({ nodes }: Graph, id: string): readonly SavedNode[] =>
  Object.values(nodes).filter(({ nextNodeIds }) => nextNodeIds.includes(id));

/** Puts `replacement` where each connection of a node leads to `target`. */
export function redirect(node: SavedNode, target: string, replacement: string): void {
  node.nextNodeIds.forEach((id, place) => {
    if (id === target) node.nextNodeIds[place] = replacement;
  });
}

function reachedFrom({ nodes }: Graph, start: string | null, without?: string): ReadonlySet<string> {
  const reached = new Set(start === null || start === without ? [] : [start]);
  for (const id of reached) {
    for (const next of nodes[id]?.nextNodeIds ?? []) if (next !== without) reached.add(next);
  }
  return reached;
}

/** The node, and what contacts can reach only through it. Exits stay: they cannot be created again. */
export function subtreeOf(workflow: Pick<EditedWorkflow, 'nodes' | 'rootNodeId'>, id: string): readonly string[] {
  const others = reachedFrom(workflow, workflow.rootNodeId, id);
  return [...reachedFrom(workflow, id)].filter(
    (inside) => inside === id || (!others.has(inside) && workflow.nodes[inside]?.typeName !== 'ExitAction'),
  );
}

/** Where a removed part leads: the first node after it that stays. */
function afterwards({ nodes }: Graph, id: string, removed: ReadonlySet<string>): string | undefined {
  const seen = new Set([id]);
  for (const inside of seen) {
    for (const next of nodes[inside]?.nextNodeIds ?? []) {
      if (!removed.has(next)) return next;
      seen.add(next);
    }
  }
  return undefined;
}

/** Removes a node with one connection: its parents lead to the next node. An experiment loses the path instead. */
export function removeOne(workflow: EditedWorkflow, id: string): void {
  const [next] = workflow.nodes[id]?.nextNodeIds ?? [];
  for (const parent of parentsOf(workflow, id)) {
    if (next === undefined || parent.typeName === 'ExperimentBranchNode') losePath(parent, id);
    else redirect(parent, id, next);
  }
  drop(workflow, [id]);
}

/** Removes a node with its subtree. A parent with other paths loses this one; any other leads to what comes afterwards. */
export function removeSubtree(workflow: EditedWorkflow, id: string, nodeIds: readonly string[]): void {
  const next = afterwards(workflow, id, new Set(nodeIds));
  for (const parent of parentsOf(workflow, id)) {
    if (parent.nextNodeIds.length > 1 || next === undefined) losePath(parent, id);
    else redirect(parent, id, next);
  }
  drop(workflow, nodeIds);
}

const losePath = (parent: SavedNode, id: string): void => {
  parent.nextNodeIds.splice(parent.nextNodeIds.indexOf(id), 1);
};

function drop(workflow: EditedWorkflow, nodeIds: readonly string[]): void {
  for (const gone of nodeIds) {
    delete workflow.nodes[gone];
    delete workflow.nodeMetrics[gone];
    if (workflow.queuedContacts !== undefined) delete workflow.queuedContacts[gone];
  }
}
