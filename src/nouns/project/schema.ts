/** The results of `plan`, `push` and `pull`. */
import * as z from 'zod';
import { FINDING_SEVERITIES } from '../../define/report.ts';
import { ACTIONS } from '../../project/judge.ts';

const error = z.looseObject({ code: z.string(), message: z.string(), hint: z.string().optional() }).optional();

export const PlannedChange = z.object({
  key: z.string().describe('kind and key, theme:brand'),
  name: z.string(),
  action: z.enum(ACTIONS),
  reason: z.string().optional(),
  error: error.describe('why the account could not be read'),
  fields: z.array(z.string()).describe('what a push would write, or what conflicts'),
  remoteFields: z.array(z.string()).describe('what only the account has changed'),
  cascades: z.boolean().describe('whether it reaches other records'),
  usedBy: z.number().int().optional().describe('emails of the project that use it'),
  diff: z.array(z.string()).describe('from the account to the files'),
  hash: z.string().describe('differs after a change of either side'),
});
export type PlannedChange = z.infer<typeof PlannedChange>;

export const ProjectPlan = z.object({
  environment: z.string(),
  team: z.string(),
  changes: z.array(PlannedChange).describe('without unchanged records'),
  unchanged: z.number().int(),
  requests: z.number().int().describe('of a push, about'),
  seconds: z.number().int().describe('that the rate limits add'),
});
export type ProjectPlan = z.infer<typeof ProjectPlan>;

export const ProjectFinding = z.object({
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  severity: z.enum(FINDING_SEVERITIES),
  rule: z.string(),
  message: z.string(),
});
export type ProjectFinding = z.infer<typeof ProjectFinding>;

export const PushResult = z.object({
  plan: ProjectPlan,
  results: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      action: z.string().describe('created, updated, published, failed or skipped'),
      id: z.string().optional(),
      reason: z.string().optional(),
      error,
    }),
  ),
  findings: z.array(ProjectFinding).describe('of the check before the push'),
  stopped: z.string().optional().describe('why nothing was pushed'),
});
export type PushResult = z.infer<typeof PushResult>;

export const PullResult = z.object({
  environment: z.string(),
  team: z.string(),
  results: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      action: z.enum(['created', 'updated', 'conflict', 'unread']),
      fields: z.array(z.string()),
      reason: z.string().optional(),
      diff: z.array(z.string()).optional(),
      error,
    }),
  ),
  unchanged: z.number().int(),
});
export type PullResult = z.infer<typeof PullResult>;
