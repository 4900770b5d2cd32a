/** Builds a workflow from lines of the form: a key, what the node is, and the keys of the nodes that follow. */
import { seedId } from '../../identifiers.ts';
import type {
  AudienceFilter,
  NodeContent,
  NodeMetrics,
  Workflow,
  WorkflowNode,
  WorkflowStatus,
} from '../../workflow.ts';
import { type Dates, spread } from '../calendar.ts';
import { segmentId } from '../segments.ts';

export type NodeRow = readonly [key: string, content: NodeContent, ...next: string[]];

export interface Plan {
  name: string;
  description?: string;
  emoji?: string;
  status: WorkflowStatus;
  /** The name of the mailing list it is sent to; null for none. */
  mailingList: string | null;
  /** Contacts that entered so far; 0 for a draft. */
  entered: number;
  /** The trigger first. */
  nodes: readonly NodeRow[];
}

export const exit: NodeContent = { typeName: 'ExitAction' };
export const branch: NodeContent = { typeName: 'BranchNode', evalStrategy: 'first_match' };
export const wait = (amount: number, unit: 'm' | 'h' | 'd'): NodeContent => ({ typeName: 'TimerAction', amount, unit });
export const email = (subject: string): NodeContent => ({
  typeName: 'SendEmailAction',
  emailMessageId: seedId('workflow-message', subject),
  subject,
});
export const only = (audienceFilter: AudienceFilter): NodeContent => ({
  typeName: 'AudienceFilter',
  audienceFilter,
  appliesDownstream: false,
});
export const inSegment = (name: string): NodeContent => ({
  typeName: 'AudienceFilter',
  audienceSegmentId: segmentId(name),
  appliesDownstream: true,
});
export const everyoneElse: NodeContent = only({ match: 'all', conditions: [] });
export const variant = (name: string, isControl: boolean): NodeContent => ({
  typeName: 'VariantNode',
  variantId: seedId('variant', name),
  isControl,
});

/** The ID of a mailing list of the account, which the sandbox does not otherwise know. */
export const mailingListId = (name: string): string => seedId('mailing-list', name);

export function workflowFrom({ nodes: rows, mailingList, entered, ...plan }: Plan, dates: Dates): Workflow {
  const nodeId = (key: string) => seedId('workflow-node', plan.name, key);
  const nodes = rows.map(([key, content, ...next]) => ({ id: nodeId(key), ...content, nextNodeIds: next.map(nodeId) }));
  return {
    id: seedId('workflow', plan.name),
    ...plan,
    mailingListId: mailingList === null ? null : mailingListId(mailingList),
    workflowRevisionId: plan.status === 'Draft' ? null : seedId('workflow-revision', plan.name),
    rootNodeId: nodes[0]?.id ?? null,
    ...dates,
    nodes: Object.fromEntries(nodes.map((node): [string, WorkflowNode] => [node.id, node])),
    nodeMetrics: Object.fromEntries(
      nodes
        .filter(({ typeName }) => typeName === 'SendEmailAction')
        .map(({ id }, position) => [id, nodeMetrics(id, entered, position)]),
    ),
  };
}

/** Each later email reaches fewer contacts. */
function nodeMetrics(id: string, entered: number, position: number): NodeMetrics {
  const sends = Math.round(entered / (1 + position * 0.35));
  const share = (least: number, most: number, of: string) =>
    Math.round(sends * (least + ((most - least) * spread(1000, id, of)) / 1000));
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
