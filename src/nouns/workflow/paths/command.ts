/** `workflow paths`: every way through a workflow. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { FILES_AND_IDS, isFull, openWorkflow } from '../source.ts';
import { type Paths, pathsSchema } from './shape.ts';

export const pathsCommand = command({
  notes: `${FILES_AND_IDS} The number of ways is exact however large it is. A way ends at an exit, where nothing follows, where a connection leads nowhere, or where it would go round: a cycle is named and not followed. One request, unless --full asks for each node.`,
  input: z.object({
    workflow: z.string().min(1).describe('ID of the workflow, or a file').meta({ placeholder: 'id' }),
    limit: z.number().int().min(0).max(10_000).default(20).describe('tell this many ways; all of them are counted'),
    full: z.boolean().default(false).describe('ask for everything about each node, which takes a request a node'),
  }),
  positionals: ['workflow'],
  output: pathsSchema,
  examples: [
    { does: 'What contacts go through', line: 'workflow paths cr3d19ajwtfxqfczuxgmvwzxv' },
    { does: 'How many ways there are, and no more', line: 'workflow paths c31koryevs23p34npjl1f3a54 --limit 0' },
    {
      does: 'For a script: the emails of each way with their seconds',
      line: 'workflow paths cd2x89ov0nvxvudwvlrw08e5i --json --fields paths.emails',
    },
  ],
  run: async (context, { workflow: name, limit, full }): Promise<Paths> => {
    const workflow = await openWorkflow(context, name, full);
    const { describePaths, leavesOpen } = await import('./describe.ts');
    if (!isFull(workflow) && leavesOpen(workflow)) {
      context.note('Some nodes do not say whom they let through or how long they wait: --full asks for everything.');
    }
    return describePaths(workflow, limit);
  },
  view: {
    kind: 'drawing',
    draw: async (value, paper) => (await import('./draw.ts')).drawPaths(value, paper),
  },
});
