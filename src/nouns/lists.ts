/** Mailing lists. */
import * as z from 'zod';
import { operation } from '../define/operation.ts';

export const MailingList = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  isPublic: z.boolean().describe('whether contacts see it in their preference center'),
});
export type MailingList = z.infer<typeof MailingList>;

export const listMailingLists = operation('GET /v1/lists', 'List the mailing lists', {
  input: {},
  output: z.array(MailingList),
});
