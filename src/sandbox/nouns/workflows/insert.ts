/** Where new nodes may go, and what is created with them. */
import type { CREATABLE, INSERT_MODES } from '../../../nouns/workflow/write-operations.ts';
import { findOrRefuse, Refusal } from '../../handler.ts';
import type { EditedWorkflow, NodeContent, SavedNode } from './graph.ts';
import { parentsOf, redirect } from './structure.ts';

type Creatable = (typeof CREATABLE)[number];

export interface Placement {
  readonly insertMode: (typeof INSERT_MODES)[number];
  readonly nodeTypeName: Creatable;
  readonly fromNodeId?: string | undefined;
  readonly toNodeId?: string | undefined;
  readonly beforeNodeId?: string | undefined;
}

const MOST_NODES = 300;

const isTrigger = ({ typeName }: SavedNode): boolean => typeName.endsWith('Trigger');

/** Throws a 400 `Refusal` where so many more nodes do not fit. */
function requireRoom({ nodes }: EditedWorkflow, more: number): void {
  if (Object.keys(nodes).length + more <= MOST_NODES) return;
  throw new Refusal(400, `A workflow cannot have more than ${MOST_NODES} nodes.`);
}

/** The connections that a new node is put on: from each of these nodes to the target. */
interface Gap {
  readonly from: readonly SavedNode[];
  readonly to: string;
}

function nodeNamed({ nodes }: EditedWorkflow, field: string, id: string | undefined): SavedNode {
  if (id === undefined) throw new Refusal(400, `${field} is required.`);
  return findOrRefuse(nodes[id], 'Workflow node');
}

function between(workflow: EditedWorkflow, { fromNodeId, toNodeId }: Placement): Gap {
  const from = nodeNamed(workflow, 'fromNodeId', fromNodeId);
  const to = nodeNamed(workflow, 'toNodeId', toNodeId);
  if (!from.nextNodeIds.includes(to.id)) throw new Refusal(400, 'fromNodeId and toNodeId must be adjacent.');
  return { from: [from], to: to.id };
}

function before(workflow: EditedWorkflow, { toNodeId, beforeNodeId, nodeTypeName }: Placement): Gap {
  if (toNodeId !== undefined && beforeNodeId !== undefined) {
    throw new Refusal(400, 'Provide either toNodeId or beforeNodeId.');
  }
  if (nodeTypeName === 'VariantNode') throw new Refusal(400, 'A VariantNode cannot be inserted before a node.');
  const to = nodeNamed(workflow, 'toNodeId', toNodeId ?? beforeNodeId);
  const from = parentsOf(workflow, to.id);
  if (isTrigger(to) || from.length === 0) throw new Refusal(400, 'A node cannot be inserted before the trigger.');
  return { from, to: to.id };
}

function after(workflow: EditedWorkflow, { fromNodeId }: Placement): Gap {
  const from = nodeNamed(workflow, 'fromNodeId', fromNodeId);
  const [to, ...others] = from.nextNodeIds;
  if (from.typeName === 'ExitAction') throw new Refusal(400, 'A node cannot be inserted after an exit.');
  if (to === undefined || others.length > 0) {
    throw new Refusal(400, 'A node can be inserted after a node only if it has exactly one next node.');
  }
  return { from: [from], to };
}

/** The fields that each mode does not take. */
const UNUSED: Readonly<Record<Placement['insertMode'], readonly (keyof Placement)[]>> = {
  between: ['beforeNodeId'],
  before: ['fromNodeId'],
  after: ['toNodeId', 'beforeNodeId'],
};

function gapFor(workflow: EditedWorkflow, placement: Placement): Gap {
  const { insertMode, nodeTypeName } = placement;
  const unused = UNUSED[insertMode].find((field) => placement[field] !== undefined);
  if (unused !== undefined) throw new Refusal(400, `${unused} cannot be used with insertMode ${insertMode}.`);
  const gap = { between, before, after }[insertMode](workflow, placement);
  const isExperiment = gap.from.some(({ typeName }) => typeName === 'ExperimentBranchNode');
  const isVariant = nodeTypeName === 'VariantNode';
  if (isExperiment !== isVariant || (isVariant && workflow.nodes[gap.to]?.typeName === 'VariantNode')) {
    throw new Refusal(400, 'Only a VariantNode can follow an ExperimentBranchNode, and nothing else.');
  }
  return gap;
}

/** The content of a new node. */
function newContent(typeName: Creatable, newId: () => string): NodeContent {
  switch (typeName) {
    case 'AudienceFilter':
      return { typeName, audienceFilter: null, appliesDownstream: false };
    case 'TimerAction':
      return { typeName, amount: 1, unit: 'd' };
    case 'SendEmailAction':
      return { typeName, emailMessageId: newId(), subject: '' };
    case 'BranchNode':
      return { typeName, evalStrategy: 'first_match' };
    case 'ExperimentBranchNode':
      return { typeName, samplingRate: 50, experimentType: 'autosplit' };
    case 'VariantNode':
      return { typeName, variantId: newId(), isControl: false };
  }
}

const NO_SENDS = { sends: 0, opens: 0, clicks: 0, unsubscribes: 0, spamReports: 0, hardBounces: 0, softBounces: 0 };

function addNode(
  workflow: EditedWorkflow,
  content: NodeContent,
  nextNodeIds: string[],
  newId: () => string,
): SavedNode {
  const node: SavedNode = { id: newId(), ...content, nextNodeIds };
  workflow.nodes[node.id] = node;
  if (content.typeName === 'SendEmailAction') workflow.nodeMetrics[node.id] = NO_SENDS;
  return node;
}

/** The paths that a new branch or experiment has from the beginning. */
const PATHS: Partial<Record<Creatable, readonly [Creatable, number]>> = {
  BranchNode: ['AudienceFilter', 2],
  ExperimentBranchNode: ['VariantNode', 3],
};

/** Inserts a node with the paths that belong to it. Throws a `Refusal` if it cannot go there. */
export function insertNode(workflow: EditedWorkflow, placement: Placement, newId: () => string) {
  const { nodeTypeName } = placement;
  const gap = gapFor(workflow, placement);
  const [pathType, count] = PATHS[nodeTypeName] ?? [nodeTypeName, 0];
  requireRoom(workflow, 1 + count);
  const paths = Array.from({ length: count }, (_, index) => {
    const content = newContent(pathType, newId);
    const isControl = content.typeName === 'VariantNode' && index === count - 1;
    return addNode(workflow, isControl ? { ...content, isControl } : content, [gap.to], newId);
  });
  const next = paths.length === 0 ? [gap.to] : paths.map(({ id }) => id);
  const node = addNode(workflow, newContent(nodeTypeName, newId), next, newId);
  for (const from of gap.from) redirect(from, gap.to, node.id);
  return { node, paths };
}

/** Adds a path to a branch or an experiment. It leads to the exit. */
export function insertPath(workflow: EditedWorkflow, node: SavedNode, newId: () => string): SavedNode {
  const [pathType] = PATHS[node.typeName as Creatable] ?? [];
  if (pathType === undefined) {
    throw new Refusal(400, 'A path can only be added to a BranchNode or an ExperimentBranchNode.');
  }
  requireRoom(workflow, 1);
  const exits = Object.values(workflow.nodes).filter(({ typeName }) => typeName === 'ExitAction');
  const target = exits.at(-1)?.id ?? node.nextNodeIds.at(-1) ?? '';
  const path = addNode(workflow, newContent(pathType, newId), [target], newId);
  node.nextNodeIds.push(path.id);
  return path;
}
