/** `workflow diff`: the differences between two workflows, or between a saved and a live one. */

import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import { EXIT_CHECK_FAILED } from '../../../errors.ts';
import { isFileName } from '../../../runtime/files.ts';
import { idOrFile } from '../../ids.ts';
import { FETCH_CALLS } from '../fetch.ts';
import { NODE_REFERENCES } from '../operations.ts';
import {
  DETAILS_FLAG,
  FILES_AND_IDS,
  hasDetails,
  openSaved,
  openWorkflow,
  refuseRepeatedStdin,
  requireGraph,
} from '../source.ts';
import { compareWorkflows } from './compare.ts';
import { WorkflowDiff } from './schema.ts';
import { drawDiff } from './view.ts';

/** Files first: nothing is requested if one cannot be read, and a file with details asks for as much of the live workflow. */
async function openBoth(context: Context, names: readonly [string, string], details: boolean) {
  const saved = new Map<string, unknown>();
  for (const name of names.filter(isFileName)) saved.set(name, (await openSaved(context, name)).workflow);
  const withDetails = details || [...saved].some(([name, workflow]) => hasDetails(requireGraph(name, workflow)));
  const open = async (name: string) => {
    const workflow = saved.get(name) ?? (await openWorkflow(context, name, withDetails)).workflow;
    return { source: name, workflow, graph: requireGraph(name, workflow) };
  };
  return [await open(names[0]), await open(names[1])] as const;
}

export const diffCommand = command({
  notes: `${FILES_AND_IDS} Nodes are matched by ID, content and position, so a copy with new IDs is the same workflow. Email message and variant IDs are ignored when comparing copies. If a file was saved with --details, the live workflow is fetched with --details too. Exit code 0; with --exit-code, 9 if the workflows differ.`,
  input: z.object({
    from: idOrFile('workflow').min(1).describe('ID of the old workflow, or a file').meta({ placeholder: 'from' }),
    to: idOrFile('workflow').min(1).describe('ID of the new workflow, or a file').meta({ placeholder: 'to' }),
    exitCode: z.boolean().default(false).describe('exit with 9 if the workflows differ'),
    details: z.boolean().default(false).describe(DETAILS_FLAG),
  }),
  positionals: ['from', 'to'],
  calls: FETCH_CALLS,
  shows: NODE_REFERENCES,
  output: WorkflowDiff,
  examples: [
    { does: 'Two workflows', line: 'workflow diff cd2x89ov0nvxvudwvlrw08e5i ceh8e7mybcn6718b1frqy868r' },
    {
      does: 'Fail if the live workflow differs from the saved one',
      line: 'workflow diff welcome.json cd2x89ov0nvxvudwvlrw08e5i --exit-code',
    },
    {
      does: 'Only the nodes, for a script',
      line: 'workflow diff welcome.json cd2x89ov0nvxvudwvlrw08e5i --json --fields nodes',
    },
  ],
  run: async (context, { from, to, details }): Promise<WorkflowDiff> => {
    refuseRepeatedStdin([from, to]);
    const [before, after] = await openBoth(context, [from, to], details);
    const sides = [before, after].filter(({ graph }) => graph.nodes.size > 0);
    const short = sides.find(({ graph }) => !hasDetails(graph));
    if (sides.length === 2 && short !== undefined && sides.some(({ graph }) => hasDetails(graph))) {
      context.note(`${short.source} was saved without --details: only the settings that it has are compared.`);
    }
    return compareWorkflows(before, after, await context.names());
  },
  view: { kind: 'drawing', draw: drawDiff },
  verdict: ({ same }, { exitCode }) => (exitCode && !same ? EXIT_CHECK_FAILED : 0),
});
