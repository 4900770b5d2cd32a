/** `workflow plan`: the edits that would make a workflow match a saved one. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { EXIT_CHECK_FAILED } from '../../../errors.ts';
import { idOf } from '../../ids.ts';
import { NODE_REFERENCES } from '../operations.ts';
import { OPEN_CALLS, openSides } from './open.ts';
import { planWorkflow, WorkflowPlan } from './plan.ts';
import { drawPlan } from './view.ts';

export const PLAN_NOTES =
  'The file is a workflow saved with `workflow show <id> --details --json`; `-` is stdin. Nodes are matched as in `workflow diff`, and as many as possible are kept, emails always. The API creates email nodes with an empty message: the emails are not part of a plan.';

export const sidesInput = {
  file: z.string().min(1).describe('saved workflow').meta({ placeholder: 'file', completes: 'files' }),
  id: idOf('workflow').describe('ID of the workflow to change'),
};

export const planCommand = command({
  notes: `${PLAN_NOTES} Exit code 0; with --exit-code, 9 if there is anything to do.`,
  input: z.object({
    ...sidesInput,
    exitCode: z.boolean().default(false).describe('exit with 9 if there is anything to do'),
  }),
  positionals: ['file', 'id'],
  calls: OPEN_CALLS,
  output: WorkflowPlan,
  examples: [
    { does: 'What would change', line: 'workflow plan welcome.json cd2x89ov0nvxvudwvlrw08e5i' },
    {
      does: 'Fail if there is anything to do',
      line: 'workflow plan welcome.json cd2x89ov0nvxvudwvlrw08e5i --exit-code',
    },
  ],
  run: async (context, { file, id }): Promise<WorkflowPlan> => {
    const plan = planWorkflow(await openSides(context, file, id), await context.names());
    if (plan.status === 'Sending' && !plan.same) {
      context.note('The workflow is sending, and the API rejects edits of its nodes: pause it in the dashboard first.');
    }
    return plan;
  },
  shows: NODE_REFERENCES,
  view: { kind: 'drawing', draw: drawPlan },
  verdict: ({ same }, { exitCode }) => (exitCode && !same ? EXIT_CHECK_FAILED : 0),
});
