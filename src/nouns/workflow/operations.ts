/** The endpoints of workflows and the shapes they answer. The service calls them alpha: they may change. */
import * as z from 'zod';
import { oneOf } from '../../define/constraints.ts';
import { listOperation, operation } from '../../define/operation.ts';
import { Filter } from '../conditions.ts';

const Comparison = z.looseObject({ value: z.union([z.string(), z.number(), z.boolean()]), operator: z.string() });
const reEligible = z.boolean().describe('whether contacts can enter again');

/** The fields that each known kind of node has besides those that every node has. */
export const NODE_FIELDS = {
  SignupTrigger: {},
  BlankTrigger: {},
  ExitAction: {},
  EventTrigger: {
    eventName: z.string().nullish(),
    eventProperties: z
      .array(z.looseObject({ name: z.string(), type: oneOf(['string', 'number', 'boolean', 'date']) }))
      .optional(),
    reEligible,
  },
  ContactPropertyTrigger: {
    contactPropertyQuery: z.looseObject({ key: z.string(), is: Comparison, was: Comparison }).nullable(),
    reEligible,
  },
  AddToListTrigger: { reEligible, mailingListId: z.string().nullish() },
  AudienceFilter: {
    audienceFilter: Filter.nullish(),
    audienceSegmentId: z.string().nullish(),
    appliesDownstream: z.boolean().optional(),
  },
  TimerAction: { amount: z.number(), unit: oneOf(['s', 'm', 'h', 'd']) },
  SendEmailAction: { emailMessageId: z.string().nullish(), subject: z.string().nullish() },
  BranchNode: { evalStrategy: z.string().optional() },
  ExperimentBranchNode: {
    samplingRate: z.number(),
    url: z.string().nullish(),
    experimentId: z.string().nullish(),
    experimentType: oneOf(['webhook', 'autosplit']).optional(),
  },
  VariantNode: { variantId: z.string().nullish(), isControl: z.boolean().optional() },
} as const satisfies Record<string, z.ZodRawShape>;

export type NodeType = keyof typeof NODE_FIELDS;

/** Any field of any kind, so that one can be asked for by name whatever kind the node turns out to be. */
const anyField = Object.fromEntries(
  Object.values(NODE_FIELDS).flatMap((fields) => Object.keys(fields).map((name) => [name, z.unknown().optional()])),
);

/** A node of a known kind must have that kind's fields; a kind that we do not know may have any. */
const checkedByKind = <Shape extends z.ZodRawShape>(shape: Shape, schemas: Readonly<Record<string, z.ZodType>>) =>
  z.looseObject({ ...anyField, ...shape }).superRefine((node, context) => {
    const kind = (node as { typeName?: unknown }).typeName;
    const schema = typeof kind === 'string' && Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
    for (const issue of schema?.safeParse(node).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: issue.path, message: issue.message });
    }
  });

const schemasByKind = (schemaOf: (fields: z.ZodRawShape) => z.ZodType) =>
  Object.fromEntries(Object.entries(NODE_FIELDS).map(([kind, fields]) => [kind, schemaOf(fields)]));

const connected = { typeName: z.string(), nextNodeIds: z.array(z.string()) };

/** A node inside a workflow: its kind, where it leads, and what the service shows of the rest. */
export const SimplifiedNode = checkedByKind(
  connected,
  schemasByKind((fields) => z.looseObject(fields).partial()),
);

export const WorkflowNode = checkedByKind(
  { id: z.string(), workflowId: z.string(), workflowRevisionId: z.string().nullish(), ...connected },
  schemasByKind((fields) => z.looseObject(fields)),
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

export const WorkflowSummary = z.looseObject({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  url: z.string().optional(),
});

const id = z.string().describe('ID of the workflow');

export const listWorkflows = listOperation('GET /v1/workflows', 'List the workflows', WorkflowSummary);

export const getWorkflow = operation('GET /v1/workflows/{id}', 'Show a workflow', { input: { id }, output: Workflow });

export const getWorkflowNode = operation('GET /v1/workflows/{id}/nodes/{nodeId}', 'Show a node of a workflow', {
  input: { id, nodeId: z.string().describe('ID of the node') },
  output: WorkflowNode,
});

/** All-time counters of one email node. */
export const NodeMetrics = z.looseObject({
  sends: z.number().int(),
  opens: z.number().int(),
  clicks: z.number().int(),
  unsubscribes: z.number().int(),
  spamReports: z.number().int(),
  hardBounces: z.number().int(),
  softBounces: z.number().int(),
});
export type NodeMetrics = z.infer<typeof NodeMetrics>;

export const getWorkflowNodeMetrics = operation(
  'GET /v1/workflows/{id}/nodes/{nodeId}/metrics',
  'Counters of a node that sends an email',
  { input: { id, nodeId: z.string().describe('ID of a SendEmailAction node') }, output: NodeMetrics },
);
