/** The value that `context` prints. */
import * as z from 'zod';

export const SECTIONS = ['lists', 'properties', 'events', 'transactional', 'workflows', 'themes'] as const;
export type SectionName = (typeof SECTIONS)[number];

const Item = z.object({
  name: z.string(),
  id: z.string().optional(),
  details: z.array(z.string()).describe('what else matters, `draft waiting`, `variables resetLink, name`'),
});
export type Item = z.infer<typeof Item>;

const Section = z.object({
  name: z.enum(SECTIONS),
  enabled: z.boolean().describe('false where the API is not enabled for the team'),
  total: z.number().describe('number of records; 0 where it is not enabled'),
  omitted: z.number().describe('records that are not in items'),
  command: z.string().describe('lists all of them'),
  notes: z.array(z.string()),
  items: z.array(Item),
});
export type Section = z.infer<typeof Section>;

export const AccountContext = z.object({
  team: z.string(),
  limits: z.array(z.string()),
  sections: z.array(Section),
  commands: z.array(z.string()).describe('the most useful commands for this account'),
  file: z.string().optional().describe('the file that was written'),
  changed: z.boolean().optional().describe('whether the file changed'),
});
export type AccountContext = z.infer<typeof AccountContext>;
