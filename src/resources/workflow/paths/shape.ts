/** What `workflow paths` gives: the shape of its JSON. */
import * as z from 'zod';

const seconds = z.number().nullable().describe('null where a timer before it does not say how long it is');
const nodeId = z.string();
const range = z.object({ least: z.number(), most: z.number() }).nullable();

const Path = z.object({
  conditions: z
    .array(z.object({ nodeId, typeName: z.string(), sentence: z.string(), afterSeconds: seconds }))
    .readonly()
    .describe('filters and variants'),
  emails: z.array(z.object({ nodeId, subject: z.string().nullable(), afterSeconds: seconds })).readonly(),
  waitSeconds: seconds,
  nodeIds: z.array(z.string()).readonly().describe('the trigger first'),
  end: z.object({
    kind: z.enum(['exit', 'last', 'nowhere', 'cycle']),
    nodeId: z.string().describe('the last node, the one that does not exist, or the one to which it goes round'),
    sentence: z.string(),
  }),
});
export type Path = z.infer<typeof Path>;

export const Paths = z.object({
  id: z.string(),
  name: z.string().nullable(),
  trigger: z.object({ nodeId, sentence: z.string() }).nullable(),
  count: z.string().describe('decimal digits: the number may be larger than JSON numbers can be'),
  shown: z.number().int(),
  emails: range.describe('on a way, over all of them'),
  waitSeconds: range.describe('of a way, over all of them; null where a timer does not say how long it is'),
  paths: z.array(Path).readonly(),
  cycles: z
    .array(
      z.object({
        nodeIds: z.array(z.string()).readonly(),
        notFollowed: z.array(z.object({ from: nodeId, to: nodeId })).readonly(),
      }),
    )
    .readonly(),
});
export type Paths = z.infer<typeof Paths>;
