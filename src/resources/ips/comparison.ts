/** What `ips check` finds, as a value. */
import * as z from 'zod';
import { FORMAT_NAMES } from './format-names.ts';

export const Comparison = z.object({
  file: z.string(),
  format: z.enum(FORMAT_NAMES),
  strictStale: z.boolean(),
  missing: z.array(z.string()),
  stale: z.array(z.string()),
  covered: z.array(z.object({ address: z.string(), range: z.string() })),
  present: z.array(z.string()),
});
export type Comparison = z.infer<typeof Comparison>;
