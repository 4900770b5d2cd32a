/** The results of `workflow lint`: a row per workflow, or with `--list-rules` a row per rule. */
import * as z from 'zod';
import { type ErrorCode, EXIT_CODES } from '../../../errors.ts';

const codes = Object.keys(EXIT_CODES) as [ErrorCode, ...ErrorCode[]];

export const LintFinding = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  nodeId: z.string().nullable().describe('null for the workflow as a whole'),
  message: z.string(),
  line: z.number().int().optional().describe('the line of the node in a saved file'),
});
export type LintFinding = z.infer<typeof LintFinding>;

export const LintRow = z.object({
  source: z.string().describe('the ID or file, as it was passed'),
  id: z.string(),
  name: z.string().nullable(),
  nodes: z.number().int().describe('how many nodes it has'),
  details: z.boolean().describe('whether all node settings were available'),
  findings: z.array(LintFinding),
  skipped: z
    .array(z.object({ rule: z.string(), nodeIds: z.array(z.string()) }))
    .describe('nodes that a rule could not check, because the settings it needs were not available'),
  error: z
    .object({ code: z.enum(codes), message: z.string() })
    .optional()
    .describe('why the workflow could not be checked'),
});
export type LintRow = z.infer<typeof LintRow>;
