/** The workflow endpoints and the schemas of their responses. They are alpha: the API may change them. */
import * as z from 'zod';
import { listOperation, operation } from '../../define/operation.ts';
import { CAMPAIGN_METRICS, metricsSchema } from '../email-metrics/metric.ts';
import { idOf, references } from '../ids.ts';
import { NODE_TYPES } from './node-types.ts';

/** The fields of every type, so that `--fields` accepts each of them for any node. */
const anyField = Object.fromEntries(
  Object.values(NODE_TYPES).flatMap(({ fields }) => Object.keys(fields).map((name) => [name, z.unknown().optional()])),
);

/** A node of a known type must have the fields of that type; a node of an unknown type may have any fields. */
export const checkedByType = <Shape extends z.ZodRawShape>(
  shape: Shape,
  schemas: Readonly<Record<string, z.ZodType>>,
) =>
  z.looseObject({ ...anyField, ...shape }).superRefine((node, context) => {
    const { typeName } = node as { typeName?: unknown };
    const schema = typeof typeName === 'string' && Object.hasOwn(schemas, typeName) ? schemas[typeName] : undefined;
    for (const issue of schema?.safeParse(node).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: issue.path, message: issue.message });
    }
  });

export const schemasByType = (schemaOf: (fields: z.ZodRawShape) => z.ZodType) =>
  Object.fromEntries(Object.entries(NODE_TYPES).map(([typeName, { fields }]) => [typeName, schemaOf(fields)]));

export const connected = { typeName: z.string(), nextNodeIds: z.array(z.string()) };

/** A node inside a workflow: its type, its connections, and some of its settings. */
export const SimplifiedNode = checkedByType(
  connected,
  schemasByType((fields) => z.looseObject(fields).partial()),
);

export const WorkflowNode = checkedByType(
  { id: z.string(), workflowId: z.string(), workflowRevisionId: z.string().nullish(), ...connected },
  schemasByType((fields) => z.looseObject(fields)),
);
export type WorkflowNode = z.infer<typeof WorkflowNode>;

export const Workflow = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  description: z.string().nullish(),
  emoji: z.string().nullish(),
  status: z.string().optional().describe('Draft, Sending, Paused or PausedAndQueueing'),
  mailingListId: z.string().nullish(),
  rootNodeId: z.string().nullable().describe('the trigger'),
  workflowRevisionId: z.string().nullish(),
  url: z.string().optional(),
  nodes: z.record(z.string(), SimplifiedNode),
});
export type Workflow = z.infer<typeof Workflow>;

const WorkflowSummary = z.looseObject({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  url: z.string().optional(),
});

/** What the nodes of a workflow refer to: segments of filters, lists of triggers, and emails in conditions. */
export const NODE_REFERENCES = references('segment', 'mailing list', 'campaign', 'workflow');

const id = idOf('workflow');
const nodeId = idOf('workflow node');

export const listWorkflows = listOperation('GET /v1/workflows', 'List the workflows', WorkflowSummary);

export const getWorkflow = operation('GET /v1/workflows/{id}', 'Show a workflow', { input: { id }, output: Workflow });

export const getWorkflowNode = operation('GET /v1/workflows/{id}/nodes/{nodeId}', 'Show a node of a workflow', {
  input: { id, nodeId },
  output: WorkflowNode,
});

/** The all-time metrics of one email node. */
export const NodeMetrics = metricsSchema(CAMPAIGN_METRICS);
export type NodeMetrics = z.infer<typeof NodeMetrics>;

export const getWorkflowNodeMetrics = operation(
  'GET /v1/workflows/{id}/nodes/{nodeId}/metrics',
  'Show the metrics of an email node',
  { input: { id, nodeId }, output: NodeMetrics },
);
