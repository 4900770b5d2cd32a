/** The endpoints of components: parts of email bodies that many emails share. */
import * as z from 'zod';
import { listOperation, operation } from '../../define/operation.ts';
import { NOT_DELETABLE } from '../../define/undo.ts';
import { idOf } from '../ids.ts';

export const Component = z.object({
  id: z.string(),
  name: z.string(),
  lmx: z.string().describe('the body'),
});
export type Component = z.infer<typeof Component>;

/** The number of emails that an update has rewritten. */
export const affected = {
  affectedEmailCount: z.number().int().describe('emails that the change reached; 0 for a new name'),
};

export const componentById = { componentId: idOf('component') };

export const listComponents = listOperation('GET /v1/components', 'List the components', Component);

export const getComponent = operation('GET /v1/components/{componentId}', 'Show a component', {
  input: componentById,
  output: Component,
});

export const createComponent = operation('POST /v1/components', 'Create a component', {
  effect: 'draft',
  undo: NOT_DELETABLE,
  input: { name: z.string(), lmx: z.string() },
  output: Component,
});

export const updateComponent = operation('POST /v1/components/{componentId}', 'Change a component', {
  effect: 'change',
  fieldEffects: { lmx: 'cascade' },
  undo: { read: getComponent, reach: 'It changes every email that uses the component.' },
  input: { ...componentById, name: z.string().optional(), lmx: z.string().optional() },
  output: Component.extend(affected),
});
