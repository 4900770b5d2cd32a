/** `workflow push`: changes a workflow to match a saved one. */
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import { NODE_REFERENCES } from '../operations.ts';
import { describeWorkflow } from '../records.ts';
import { OPEN_CALLS, openSides } from './open.ts';
import { PERFORM_CALLS } from './perform.ts';
import { planWorkflow, type Sides } from './plan.ts';
import { PLAN_NOTES, sidesInput } from './plan-command.ts';
import { PushResult, pushExitCode, pushWorkflow } from './push.ts';
import { drawPush } from './view.ts';

/** The two sides of the question: its revision is sent, so that a change during the question is a conflict. */
const sidesOnce = (context: Context, file: string, id: string): Promise<Sides> =>
  context.once(() => openSides(context, file, id));

export const pushCommand = command({
  notes: `${PLAN_NOTES} Each edit is based on the revision after the previous one, and the workflow is compared after each edit: a change by somebody else stops the push. Run it again to continue. Each removal is a dry run first; if contacts wait in a node to be removed, nothing is removed and the exit code is 9.`,
  input: z.object({
    ...sidesInput,
    discardQueued: z.boolean().default(false).describe('discard the contacts who wait in removed nodes'),
  }),
  positionals: ['file', 'id'],
  calls: [...new Set([...OPEN_CALLS, ...PERFORM_CALLS])],
  output: PushResult,
  examples: [
    {
      does: 'Change a workflow to match a saved one',
      line: 'workflow push welcome.json cd2x89ov0nvxvudwvlrw08e5i --yes',
    },
  ],
  question: async (context, { file, id, discardQueued }) => {
    const sides = await sidesOnce(context, file, id);
    const { edits } = planWorkflow(sides, await context.names());
    if (edits.length === 0) return undefined;
    edits.forEach(({ sentence }, index) => {
      context.note(`${String(index + 1).padStart(String(edits.length).length)}  ${sentence}`);
    });
    const lost = discardQueued ? ' Contacts who wait in removed nodes are lost.' : '';
    return `Change workflow ${describeWorkflow(sides.live)} to match ${file === '-' ? 'standard input' : file}?${lost}`;
  },
  run: async (context, { file, id, discardQueued }) => {
    const result = await pushWorkflow(context, await sidesOnce(context, file, id), discardQueued);
    if (result.stopped !== null) context.warn(result.stopped.message);
    return result;
  },
  verdict: (result) => pushExitCode(result),
  shows: NODE_REFERENCES,
  view: { kind: 'drawing', draw: drawPush },
});
