/** Makes every edit of a plan, one after the other, until the workflow is like the saved one or something is not as expected. */
import * as z from 'zod';
import type { Context } from '../../../define/command.ts';
import { type ErrorCode, EXIT_CHECK_FAILED, EXIT_CODES, Failure, worstExitCode } from '../../../errors.ts';
import { formatCount } from '../../../text/number.ts';
import type { Edit } from './edits.ts';
import { perform } from './perform.ts';
import { planWorkflow, type Sides, startPlan } from './plan.ts';
import { describeEdit, emailsToWrite, PlannedEdit, PlannedEmail } from './words.ts';
import { revisionOf, withStatus } from './write.ts';

const QUEUED = 'queued_contacts';
const codes = Object.keys(EXIT_CODES) as [ErrorCode, ...ErrorCode[]];

export const PushResult = z.object({
  workflowId: z.string(),
  workflowRevisionId: z.string().nullable(),
  done: z.array(PlannedEdit),
  left: z.number().int().describe('edits of the plan that were not made'),
  stopped: z
    .object({ code: z.enum([QUEUED, ...codes]), message: z.string(), hint: z.string().nullable() })
    .nullable()
    .describe('null when the workflow matches the file'),
  emails: z.array(PlannedEmail).describe('emails to write: new ones, and those with a different subject in the file'),
});
export type PushResult = z.infer<typeof PushResult>;

/** The exit code of a result. */
export const pushExitCode = ({ stopped }: PushResult): number =>
  stopped === null ? 0 : stopped.code === QUEUED ? EXIT_CHECK_FAILED : worstExitCode([stopped]);

const again = (source: string, id: string): string =>
  `What was done stays. Run \`loopsctl workflow plan ${source} ${id}\` to see what is left, and \`loopsctl workflow push\` again to continue.`;

/** A failure before the first edit rejects. Later, the result says what was done and why it stopped. */
export async function pushWorkflow(context: Context, sides: Sides, discardQueued: boolean): Promise<PushResult> {
  const { source, live } = sides;
  const names = await context.names();
  const total = planWorkflow(sides, names).edits.length;
  const { planner, rest } = startPlan(sides);
  const done: PlannedEdit[] = [];
  let revision = revisionOf(live);
  const result = (stopped: PushResult['stopped']): PushResult => ({
    workflowId: live.id,
    workflowRevisionId: revision,
    done,
    left: stopped === null ? 0 : Math.max(1, total - done.length),
    stopped,
    emails: emailsToWrite(planner),
  });
  const pending = [...rest];
  for (;;) {
    const edit: Edit | undefined = planner.next() ?? pending.shift();
    if (edit === undefined) return result(null);
    const goalId = 'creates' in edit ? planner.missingNode() : undefined;
    try {
      const performed = await perform(context, { id: live.id, revision, draft: planner.draft, discardQueued }, edit);
      if (performed.type === 'queued')
        return result(queuedStop(performed.count, describeEdit(edit, planner, goalId, names)));
      const described = describeEdit(real(edit, performed.ids), planner, goalId, names);
      if (edit.action !== 'describe' && edit.action !== 'mailing-list') {
        planner.done(edit, performed.ids);
        planner.draft = { ...planner.draft, nodes: performed.nodes };
      }
      revision = revisionOf(performed.workflow);
      done.push(described);
      context.note(`${done.length} of ${Math.max(total, done.length)}: ${described.sentence}`);
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'interrupted') throw error;
      if (done.length === 0) throw withStatus(error, live.status);
      const { code, message } = error;
      return result({ code, message, hint: again(source, live.id) });
    }
  }
}

const real = (edit: Edit, ids: readonly string[]): Edit => ('creates' in edit ? { ...edit, creates: ids } : edit);

function queuedStop(count: number, { sentence }: PlannedEdit): PushResult['stopped'] {
  return {
    code: QUEUED,
    message: `${formatCount(count, 'contact')} would be lost. Not done: ${sentence}.`,
    hint: 'Wait until they have moved on, or pass --discard-queued to lose them.',
  };
}
