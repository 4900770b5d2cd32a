/** Builds a workflow from rows: a key, the content of a node, and the keys of the nodes that follow. */
import type * as z from 'zod';
import type { Filter } from '../../../nouns/conditions.ts';
import type { NODE_TYPES } from '../../../nouns/workflow/node-types.ts';
import type { NodeMetrics, Workflow } from '../../../nouns/workflow/operations.ts';
import { seedId } from '../../identifiers.ts';
import { type Dates, spread } from '../../seed-dates.ts';
import { mailingListId } from '../lists.ts';
import { segmentId } from '../segments.seed.ts';

type Fields = { [Type in keyof typeof NODE_TYPES]: (typeof NODE_TYPES)[Type]['fields'] };

/** The type of a node with the fields of this type. */
export type NodeContent = {
  [Type in keyof Fields]: { readonly typeName: Type } & (keyof Fields[Type] extends never
    ? unknown
    : z.infer<z.ZodObject<Fields[Type]>>);
}[keyof Fields];

export type SavedNode = NodeContent & { readonly id: string; readonly nextNodeIds: string[] };

/** How much the simplified graph shows: as the reference lists it, as usual, or only what the public schema has. */
export type SimplifiedForm = 'full' | 'usual' | 'brief';

/** A workflow as it is saved. */
export interface SavedWorkflow extends Dates, Required<Pick<Workflow, 'workflowRevisionId' | 'rootNodeId'>> {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly emoji?: string;
  readonly status: WorkflowStatus;
  readonly mailingListId: string | null;
  /** By node ID, with the trigger first. */
  readonly nodes: Readonly<Record<string, SavedNode>>;
  /** By the ID of a SendEmailAction node: the counters at `countedAt`; they grow from there. */
  readonly nodeMetrics: Readonly<Record<string, NodeMetrics>>;
  /** Milliseconds since the epoch. */
  readonly countedAt: number;
  /** Default: usual. */
  readonly simplifiedForm?: SimplifiedForm;
  /** By node ID: contacts who wait there. Nodes without any are missing. */
  readonly queuedContacts?: Readonly<Record<string, number>>;
}

/** The same inside an update of the account. */
export type EditedWorkflow = { -readonly [Field in keyof SavedWorkflow]: SavedWorkflow[Field] } & {
  nodes: Record<string, SavedNode>;
  nodeMetrics: Record<string, NodeMetrics>;
  queuedContacts?: Record<string, number>;
};

type WorkflowStatus = 'Draft' | 'Sending' | 'Paused' | 'PausedAndQueueing';

export type NodeRow = readonly [key: string, content: NodeContent, ...next: string[]];

export interface Plan extends Pick<SavedWorkflow, 'name' | 'description' | 'emoji' | 'status' | 'simplifiedForm'> {
  /** The name of the mailing list; null for none. */
  readonly mailingList: string | null;
  /** The number of contacts that have entered; 0 for a draft. */
  readonly entered: number;
  /** The contacts who wait at a node, by its key. */
  readonly queued?: Readonly<Record<string, number>>;
  /** The trigger first. */
  readonly nodes: readonly NodeRow[];
}

export const exit: NodeContent = { typeName: 'ExitAction' };
export const branch: NodeContent = { typeName: 'BranchNode', evalStrategy: 'first_match' };
export const wait = (amount: number, unit: 'm' | 'h' | 'd'): NodeContent => ({ typeName: 'TimerAction', amount, unit });
export const email = (subject: string): NodeContent => ({
  typeName: 'SendEmailAction',
  emailMessageId: seedId('workflow-message', subject),
  subject,
});
export const only = (audienceFilter: z.infer<typeof Filter> | null): NodeContent => ({
  typeName: 'AudienceFilter',
  audienceFilter,
  appliesDownstream: false,
});
export const inSegment = (name: string): NodeContent => ({
  typeName: 'AudienceFilter',
  audienceSegmentId: segmentId(name),
  appliesDownstream: true,
});
/** A filter of null lets every contact through. */
export const everyoneElse: NodeContent = only(null);
export const variant = (name: string, isControl: boolean): NodeContent => ({
  typeName: 'VariantNode',
  variantId: seedId('variant', name),
  isControl,
});

export function workflowFrom(
  { nodes: rows, mailingList, entered, queued = {}, ...plan }: Plan,
  dates: Dates & Pick<SavedWorkflow, 'countedAt'>,
): SavedWorkflow {
  const nodeId = (key: string) => seedId('workflow-node', plan.name, key);
  const nodes = rows.map(([key, content, ...next]) => ({ id: nodeId(key), ...content, nextNodeIds: next.map(nodeId) }));
  return {
    id: seedId('workflow', plan.name),
    ...plan,
    mailingListId: mailingList === null ? null : mailingListId(mailingList),
    workflowRevisionId: plan.status === 'Draft' ? null : seedId('workflow-revision', plan.name),
    rootNodeId: nodes[0]?.id ?? null,
    ...dates,
    nodes: Object.fromEntries(nodes.map((node): [string, SavedNode] => [node.id, node])),
    nodeMetrics: Object.fromEntries(
      nodes
        .filter(({ typeName }) => typeName === 'SendEmailAction')
        .map(({ id }, position) => [id, nodeMetrics(id, entered, position)]),
    ),
    queuedContacts: Object.fromEntries(Object.entries(queued).map(([key, count]) => [nodeId(key), count])),
  };
}

/** Each later email reaches fewer contacts. */
function nodeMetrics(id: string, entered: number, position: number): NodeMetrics {
  const sends = Math.round(entered / (1 + position * 0.35));
  const share = (min: number, max: number, counter: string) =>
    Math.round(sends * (min + ((max - min) * spread(1000, id, counter)) / 1000));
  const opens = share(0.32, 0.61, 'opens');
  return {
    sends,
    opens,
    clicks: Math.min(opens, share(0.03, 0.14, 'clicks')),
    unsubscribes: share(0.001, 0.006, 'unsubscribes'),
    spamReports: share(0, 0.0006, 'spamReports'),
    hardBounces: share(0.001, 0.007, 'hardBounces'),
    softBounces: share(0.002, 0.011, 'softBounces'),
  };
}
