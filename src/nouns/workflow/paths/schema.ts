/** The result of `workflow paths`. */
import * as z from 'zod';

const Seconds = z
  .number()
  .nullable()
  .describe('seconds since the trigger; null after a timer without a valid duration');

const Range = z
  .object({ min: z.number(), max: z.number() })
  .nullable()
  .describe('over all paths, also those that are not listed; null if there are none or it is unknown');

export const Path = z.object({
  conditions: z
    .array(z.object({ nodeId: z.string(), typeName: z.string(), sentence: z.string(), afterSeconds: Seconds }))
    .describe('filters and variants'),
  emails: z.array(z.object({ nodeId: z.string(), subject: z.string().nullable(), afterSeconds: Seconds })),
  waitSeconds: Seconds,
  nodeIds: z.array(z.string()).describe('from the trigger on'),
  end: z.object({
    type: z.enum(['exit', 'dead-end', 'missing', 'cycle']),
    nodeId: z.string().describe('the last node, the missing one, or the one that the cycle leads back to'),
    sentence: z.string(),
  }),
});
export type Path = z.infer<typeof Path>;

export const Paths = z.object({
  id: z.string(),
  name: z.string().nullable(),
  trigger: z.object({ nodeId: z.string(), typeName: z.string(), sentence: z.string() }).nullable(),
  count: z.string().describe('decimal digits, because it may exceed the numbers of JSON'),
  shown: z.number().int().describe('how many of them are in `paths`'),
  emails: Range,
  waitSeconds: Range,
  paths: z.array(Path),
  cycles: z.array(
    z.object({
      nodeIds: z.array(z.string()),
      notFollowed: z.array(z.object({ from: z.string(), to: z.string() })),
    }),
  ),
});
export type Paths = z.infer<typeof Paths>;
