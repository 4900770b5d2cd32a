/** Requests that were recorded instead of sent: the result of a dry run. */
import * as z from 'zod';
import { EFFECT_NAMES } from './effect.ts';

export const PlannedRequest = z.object({
  method: z.string(),
  path: z.string().describe('starts with /v1/'),
  query: z.record(z.string(), z.string()),
  headers: z.record(z.string(), z.string()).optional().describe('headers of this request alone'),
  body: z.record(z.string(), z.unknown()).nullable(),
  effect: z.enum(EFFECT_NAMES).describe('what the request would do'),
});
export type PlannedRequest = z.infer<typeof PlannedRequest>;
