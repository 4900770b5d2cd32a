/** What `workflow lint` and `workflow rules` give: the shapes of their JSON. */
import * as z from 'zod';
import type { ErrorCode } from '../../../errors.ts';

const LintFinding = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  nodeId: z.string().nullable().describe('null where it is about the workflow as a whole'),
  message: z.string(),
});
export type LintFinding = z.infer<typeof LintFinding>;

export const LintRow = z.object({
  source: z.string().describe('the ID or file, as it was given'),
  id: z.string(),
  name: z.string().nullable(),
  nodes: z.number().int(),
  full: z.boolean().describe('whether all that the service tells about the nodes was there to check'),
  findings: z.array(LintFinding).readonly(),
  untold: z
    .array(z.object({ rule: z.string(), nodeIds: z.array(z.string()).readonly() }))
    .readonly()
    .describe('nodes that a rule could not judge, because what it needs was not sent'),
  error: z.object({ code: z.custom<ErrorCode>(), message: z.string() }).optional(),
});
export type LintRow = z.infer<typeof LintRow>;

export const RuleRow = z.object({
  name: z.string(),
  severity: z.enum(['error', 'warn']),
  why: z.string(),
});
export type RuleRow = z.infer<typeof RuleRow>;
