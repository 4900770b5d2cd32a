/** The result of `workflow diff`. */
import * as z from 'zod';

const NodeRef = z.object({
  nodeId: z.string(),
  typeName: z.string().nullable().describe('null if the node does not exist'),
  sentence: z.string().nullable(),
});
export type NodeRef = z.infer<typeof NodeRef>;

const Change = z.object({
  field: z.string(),
  from: z.unknown().describe('null if it is not set'),
  to: z.unknown(),
});
export type Change = z.infer<typeof Change>;

const Connection = z.object({ from: NodeRef, to: NodeRef });
export type Connection = z.infer<typeof Connection>;

const Side = z.object({
  source: z.string().describe('the ID or file, as it was passed'),
  id: z.string(),
  name: z.string().nullable(),
  nodes: z.number().int().describe('how many nodes it has'),
});
export type Side = z.infer<typeof Side>;

export const WorkflowDiff = z.object({
  same: z.boolean(),
  from: Side,
  to: Side,
  workflow: z.array(Change).describe('fields of the workflow itself, its trigger as rootNodeId'),
  nodes: z.object({
    added: z.array(NodeRef),
    removed: z.array(NodeRef),
    changed: z.array(z.object({ from: NodeRef, to: NodeRef, fields: z.array(Change) })),
  }),
  connections: z.object({
    added: z.array(Connection),
    removed: z.array(Connection),
    reordered: z
      .array(z.object({ from: NodeRef, to: NodeRef }))
      .describe('the same node on both sides, with its outgoing connections in another order'),
  }),
});
export type WorkflowDiff = z.infer<typeof WorkflowDiff>;
