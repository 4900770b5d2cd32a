/** The endpoints of audience segments: saved filters over contacts. */
import * as z from 'zod';
import { listOperation, operation } from '../../define/operation.ts';
import { NOT_DELETABLE } from '../../define/undo.ts';
import { Filter } from '../conditions.ts';
import { idOf } from '../ids.ts';

export const Segment = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  filter: Filter.nullable().describe('null: all contacts'),
});
export type Segment = z.infer<typeof Segment>;

export const listSegments = listOperation('GET /v1/audience-segments', 'List the audience segments', Segment);

export const getSegment = operation('GET /v1/audience-segments/{id}', 'Show a segment and its filter in words', {
  input: { id: idOf('segment') },
  output: Segment,
});

export const createSegment = operation('POST /v1/audience-segments', 'Create a segment', {
  effect: 'draft',
  undo: NOT_DELETABLE,
  input: { name: z.string(), description: z.string().optional(), filter: Filter },
  output: Segment,
});
