/** The results of `messages vars` and `transactional vars`. */
import * as z from 'zod';
import { NAMESPACES } from '../../../lmx/variables.ts';

export const VariableRow = z.object({
  variable: z.string().describe('as it is written, {contact.firstName}'),
  namespace: z.enum(NAMESPACES),
  name: z.string(),
  kind: z.enum(['scalar', 'array']),
  fields: z.array(z.string()).describe('the fields of the items of an array'),
  needed: z
    .enum(['always', 'sometimes', 'condition'])
    .describe('shown in every email; only under a condition; or only part of conditions'),
  fallback: z.string().nullable().describe('null: there is none'),
  required: z.boolean().describe('always shown, and without a fallback'),
  uses: z.array(
    z.object({
      place: z.string().describe('lmx for the body, or the field of the message'),
      line: z.number().int(),
      column: z.number().int(),
    }),
  ),
});
export type VariableRow = z.infer<typeof VariableRow>;

export const VariableProblem = z.object({
  rule: z.enum(['missing', 'unknown', 'type']),
  variable: z.string(),
  message: z.string(),
});
export type VariableProblem = z.infer<typeof VariableProblem>;

export const Variables = z.object({
  source: z.string(),
  variables: z.array(VariableRow),
  problems: z.array(VariableProblem).optional().describe('with --against: what the example lacks or has too much'),
});
export type Variables = z.infer<typeof Variables>;
