/** What `workflow diff` gives: the shape of its JSON. */
import * as z from 'zod';

const NodeRef = z.object({
  nodeId: z.string(),
  typeName: z.string().nullable().describe('null where the node does not exist'),
  sentence: z.string().nullable(),
});
export type NodeRef = z.infer<typeof NodeRef>;

const Change = z.object({
  field: z.string(),
  from: z.unknown().describe('null where there is nothing'),
  to: z.unknown(),
});
export type Change = z.infer<typeof Change>;

const Connection = z.object({ from: NodeRef, to: NodeRef });
export type Connection = z.infer<typeof Connection>;

const Side = z.object({
  source: z.string().describe('the ID or file, as it was given'),
  id: z.string(),
  name: z.string().nullable(),
  nodes: z.number().int(),
});
export type Side = z.infer<typeof Side>;

export const WorkflowDiff = z.object({
  same: z.boolean(),
  from: Side,
  to: Side,
  workflow: z.array(Change).readonly().describe('fields of the workflow itself, its trigger as rootNodeId'),
  nodes: z.object({
    added: z.array(NodeRef).readonly(),
    removed: z.array(NodeRef).readonly(),
    changed: z.array(z.object({ from: NodeRef, to: NodeRef, fields: z.array(Change).readonly() })).readonly(),
  }),
  connections: z.object({
    added: z.array(Connection).readonly(),
    removed: z.array(Connection).readonly(),
    reordered: z
      .array(z.object({ from: NodeRef, to: NodeRef }))
      .readonly()
      .describe('nodes whose ways on are the same in another order'),
  }),
});
export type WorkflowDiff = z.infer<typeof WorkflowDiff>;
