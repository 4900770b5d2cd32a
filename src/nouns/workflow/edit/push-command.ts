/** `workflow push`: makes a workflow like a saved one. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { getWorkflow, NODE_REFERENCES } from '../operations.ts';
import { describeWorkflow } from '../records.ts';
import { OPEN_CALLS, openSides } from './open.ts';
import { PERFORM_CALLS } from './perform.ts';
import { PLAN_NOTES, sidesInput } from './plan-command.ts';
import { PushResult, pushExitCode, pushWorkflow } from './push.ts';
import { drawPush } from './view.ts';

export const pushCommand = command({
  notes: `${PLAN_NOTES} Each edit names the revision that the one before has left, and the workflow is compared after each: a change by somebody else stops it. Run it again to continue. Removals are dry runs first; if contacts wait in a node to be removed, nothing is removed and the exit code is 9.`,
  input: z.object({
    ...sidesInput,
    discardQueued: z.boolean().default(false).describe('lose the contacts who wait in removed nodes'),
  }),
  positionals: ['file', 'id'],
  calls: [...new Set([...OPEN_CALLS, ...PERFORM_CALLS])],
  output: PushResult,
  examples: [
    { does: 'Make a workflow like a saved one', line: 'workflow push welcome.json cd2x89ov0nvxvudwvlrw08e5i --yes' },
  ],
  question: async (context, { file, id, discardQueued }) => {
    const workflow = await context.call(getWorkflow, { id });
    const lost = discardQueued ? ' Contacts who wait in removed nodes are lost.' : '';
    return `Change workflow ${describeWorkflow(workflow)} to match ${file === '-' ? 'standard input' : file}?${lost}`;
  },
  run: async (context, { file, id, discardQueued }) => {
    const result = await pushWorkflow(context, await openSides(context, file, id), discardQueued);
    if (result.stopped !== null) context.warn(result.stopped.message);
    return result;
  },
  verdict: (result) => pushExitCode(result),
  shows: NODE_REFERENCES,
  view: { kind: 'drawing', draw: drawPush },
});
