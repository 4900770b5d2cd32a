/** A noun as a contributor would write it: its schema, operations and commands. */
import * as z from 'zod';
import { collectionCommand, operationCommand } from '../../src/define/command.ts';
import { listOperation, operation } from '../../src/define/operation.ts';
import type { Noun } from '../../src/define/tree.ts';

export const Gadget = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Gadget = z.infer<typeof Gadget>;

const listGadgets = listOperation('GET /v1/gadgets', 'List gadgets', Gadget);
const getGadget = operation('GET /v1/gadgets/{id}', 'Show a gadget', {
  input: { id: z.string().describe('ID of the gadget') },
  output: Gadget,
});

export const FIRST = 'cgadget00000000000000000a';

const listCommand = collectionCommand(listGadgets, {
  examples: [{ does: 'All gadgets', line: 'gadgets list' }],
  columns: [
    { heading: 'NAME', path: 'name' },
    { heading: 'SIZE', path: 'size', kind: 'number' },
    { heading: 'ID', path: 'id', kind: 'id' },
  ],
  empty: 'No gadgets.',
});

const showCommand = operationCommand(getGadget, {
  positionals: ['id'],
  examples: [{ does: 'One gadget', line: `gadgets show ${FIRST}` }],
  view: { kind: 'details', columns: [{ heading: 'Name', path: 'name' }] },
});

/** Its entry in the tree. */
export const gadgets: Noun = {
  name: 'gadgets',
  aliases: ['gadget'],
  summary: 'Gadgets and their sizes',
  verbs: [
    { name: 'list', summary: 'List gadgets', load: async () => listCommand },
    { name: 'show', summary: 'Show a gadget', load: async () => showCommand },
  ],
};
