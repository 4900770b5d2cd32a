/** The results of `workflow show`: a workflow or a node as the API sent it, with the fields that loopsctl adds. */
import * as z from 'zod';
import { EmailMessage } from '../../messages/operations.ts';
import { PartError } from '../fetch.ts';
import { NodeMetrics, SimplifiedNode, Workflow, WorkflowNode } from '../operations.ts';

const errors = z.array(PartError).optional();
const metrics = NodeMetrics.optional();

export const ShownWorkflow = z.looseObject({
  ...Workflow.shape,
  nodes: z.record(
    z.string(),
    z.looseObject({ ...SimplifiedNode.shape, metrics, emailMessage: EmailMessage.optional() }),
  ),
  emailThemes: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe('with --full: styles by the ID of the theme'),
  errors,
});

export const ShownNode = z.looseObject({
  ...WorkflowNode.shape,
  previousNodeIds: z.array(z.string()).optional(),
  neighbors: z.record(z.string(), SimplifiedNode).optional(),
  metrics,
  errors,
});
