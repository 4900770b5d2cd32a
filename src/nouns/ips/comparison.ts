/** What `ips check` finds, as a value. */
import * as z from 'zod';
import { formatName } from './flags.ts';

const text = z.string();
const addresses = z.array(text);

export const Comparison = z.object({
  file: text,
  format: formatName,
  strictStale: z.boolean(),
  missing: addresses,
  stale: addresses,
  covered: z.array(z.object({ address: text, range: text })),
  present: addresses,
});
export type Comparison = z.infer<typeof Comparison>;
