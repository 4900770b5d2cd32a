/** The counters of one email at the moment of a snapshot. */
import * as z from 'zod';

export const Point = z.object({
  time: z.string().describe('when the snapshot was made'),
  transactionalId: z.string(),
  name: z.string().optional().describe('where the snapshot has it: those of --all do'),
  sends: z.number(),
  deliveries: z.number(),
  hardBounces: z.number(),
  softBounces: z.number(),
  spamReports: z.number(),
});
export type Point = z.infer<typeof Point>;
