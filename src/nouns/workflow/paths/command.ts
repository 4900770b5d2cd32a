/** `workflow paths`: all paths through a workflow. */

import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { usage } from '../../../errors.ts';
import { isFileName } from '../../../runtime/files.ts';
import { idOrFile } from '../../ids.ts';
import { FETCH_CALLS } from '../fetch.ts';
import { NODE_REFERENCES } from '../operations.ts';
import { DETAILS_FLAG, FILES_AND_IDS, hasDetails, openWorkflow, requireGraph } from '../source.ts';
import { describePaths, lacksSettings } from './describe.ts';
import { Paths } from './schema.ts';
import { drawPaths } from './view.ts';

const DEFAULT_LIMIT = 20;

export const pathsCommand = command({
  notes: `${FILES_AND_IDS} The count is always exact. A path ends at an exit, a dead end, a missing node, or before repeating a cycle; cycles are listed but not followed. Steps that a path shares with an earlier one are printed once; JSON has all of them.`,
  input: z.object({
    workflow: idOrFile('workflow').min(1).describe('ID of the workflow, or a file').meta({ placeholder: 'id' }),
    limit: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe(`maximum number of paths to print (default: ${DEFAULT_LIMIT})`),
    count: z.boolean().default(false).describe('print only the number of paths'),
    details: z.boolean().default(false).describe(DETAILS_FLAG),
  }),
  positionals: ['workflow'],
  calls: FETCH_CALLS,
  shows: NODE_REFERENCES,
  output: Paths,
  examples: [
    { does: 'All paths', line: 'workflow paths cr3d19ajwtfxqfczuxgmvwzxv' },
    { does: 'Only their number', line: 'workflow paths c31koryevs23p34npjl1f3a54 --count' },
    {
      does: 'The emails of each path, for a script',
      line: 'workflow paths cd2x89ov0nvxvudwvlrw08e5i --json --fields paths.emails',
    },
  ],
  run: async (context, { workflow: name, limit, count, details }): Promise<Paths> => {
    if (count && limit !== undefined) throw usage("--count can't be combined with --limit.", 'Pass one of them.');
    const { workflow } = await openWorkflow(context, name, details);
    const graph = requireGraph(name, workflow);
    if (!hasDetails(graph) && lacksSettings(graph)) {
      context.note(
        isFileName(name)
          ? `${name} lacks some node settings; save the workflow with --details to have them.`
          : 'Some node settings are missing; use --details to fetch them.',
      );
    }
    return describePaths(workflow, count ? 0 : (limit ?? DEFAULT_LIMIT), await context.names());
  },
  view: { kind: 'drawing', draw: drawPaths },
});
