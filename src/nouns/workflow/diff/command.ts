/** `workflow diff`: what changed between two workflows, or between two states of one. */
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import { EXIT_CHECK_FAILED } from '../../../errors.ts';
import { readGraph } from '../graph.ts';
import { FILES_AND_IDS, isFileName, isFull, openWorkflow, readSavedWorkflow, refuseRepeatedInput } from '../source.ts';
import { diffSchema, type WorkflowDiff } from './shape.ts';

/** Both workflows. Files first: nothing is sent where one cannot be read, and they decide how much is asked for. */
async function openBoth(context: Context, names: readonly [string, string], full: boolean) {
  const saved = new Map<string, unknown>();
  for (const name of names.filter(isFileName)) saved.set(name, await readSavedWorkflow(context, name));
  const asMuch = full || [...saved.values()].some(isFull);
  const open = async (name: string) => saved.get(name) ?? openWorkflow(context, name, asMuch);
  return [await open(names[0]), await open(names[1])] as const;
}

export const diffCommand = command({
  notes: `${FILES_AND_IDS} Nodes are matched by what they are and where they stand, so that a copy whose IDs are all new is the same workflow; a node that has the same ID on both sides is the same node. Of a copy the IDs of its email messages and variants are not compared. What is compared with a file that was saved with --full is fetched in full too. Exit code 0, or with --exit-code 9 where they differ.`,
  input: z.object({
    from: z.string().min(1).describe('ID of the workflow before, or a file'),
    to: z.string().min(1).describe('ID of the workflow after, or a file'),
    exitCode: z.boolean().default(false).describe('exit 9 when they differ'),
    full: z.boolean().default(false).describe('ask for everything about each node, which takes a request a node'),
  }),
  positionals: ['from', 'to'],
  output: diffSchema,
  examples: [
    {
      does: 'Has anybody changed the live workflow since it was saved?',
      line: 'workflow diff welcome.json cd2x89ov0nvxvudwvlrw08e5i --exit-code',
    },
    { does: 'Two workflows', line: 'workflow diff cd2x89ov0nvxvudwvlrw08e5i ceh8e7mybcn6718b1frqy868r' },
    {
      does: 'For a script: only the nodes',
      line: 'workflow diff welcome.json cd2x89ov0nvxvudwvlrw08e5i --json --fields nodes',
    },
  ],
  run: async (context, { from, to, full }): Promise<WorkflowDiff> => {
    refuseRepeatedInput([from, to]);
    const [before, after] = await openBoth(context, [from, to], full);
    // A workflow without nodes leaves nothing out.
    const haveNodes = [before, after].every((workflow) => readGraph(workflow).nodes.size > 0);
    if (haveNodes && isFull(before) !== isFull(after)) {
      const short = isFull(before) ? to : from;
      context.note(`${short} was saved without --full: only what it tells about its nodes is compared.`);
    }
    const { compareWorkflows } = await import('./compare.ts');
    return compareWorkflows({ source: from, workflow: before }, { source: to, workflow: after });
  },
  view: { kind: 'drawing', draw: async (value, paper) => (await import('./draw.ts')).drawDiff(value, paper) },
  verdict: ({ same }, { exitCode }) => (exitCode && !same ? EXIT_CHECK_FAILED : 0),
});
