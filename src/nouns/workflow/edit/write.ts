/** Sends one change of a workflow, and finds out from the workflow whether it was made when the response is lost. */
import type { Context } from '../../../define/command.ts';
import { isRecord, valueAt } from '../../../define/json.ts';
import { Failure } from '../../../errors.ts';
import { getWorkflow, type Workflow } from '../operations.ts';

/** The revision of a workflow as the next change must name it. */
export const revisionOf = (workflow: unknown): string | null => {
  const revision = valueAt(workflow, 'workflowRevisionId');
  return typeof revision === 'string' ? revision : null;
};

export interface Write<Result> {
  readonly id: string;
  /** The revision that the change names. */
  readonly revision: string | null;
  send(): Promise<Result>;
  /** The result, if the workflow shows that the change was made. */
  recognize(workflow: Workflow): Promise<Result | undefined>;
  /** The result, if the workflow is gone. */
  readonly whenGone?: Result;
}

/** Rejects with a `Failure` that says whether the change was made, was not made, or may have been made. */
export async function sendWrite<Result>(context: Context, write: Write<Result>): Promise<Result> {
  try {
    return await write.send();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isUncertain(error)) return settle(context, write, error);
    throw explained(error);
  }
}

/** Without a response, or with one that cannot be read, the change may have been made. */
const isUncertain = ({ code, status }: Failure): boolean =>
  code === 'unavailable' || (code === 'unexpected_response' && (status === undefined || status < 300));

async function settle<Result>(context: Context, write: Write<Result>, failure: Failure): Promise<Result> {
  let isGone = false;
  const workflow = await context.call(getWorkflow, { id: write.id }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code === 'interrupted') throw error;
    isGone = error.code === 'not_found';
    return undefined;
  });
  if (isGone && write.whenGone !== undefined) {
    context.warn('The response was lost, but the workflow is gone.');
    return write.whenGone;
  }
  if (!isRecord(workflow) || !isRecord(workflow.nodes)) {
    throw said(failure, 'It is not known whether the change was made: the workflow could not be read either.');
  }
  const now = revisionOf(workflow);
  const isUnchanged = now !== null && now === write.revision;
  if (isUnchanged || write.whenGone !== undefined) throw said(failure, 'The change was not made.', 'Run it again.');
  const result = await write.recognize(workflow);
  if (result === undefined) {
    throw said(
      failure,
      'It is not known whether the change was made: the workflow does not show it, or has changed further.',
    );
  }
  context.warn('The response was lost, but the workflow shows that the change was made.');
  return result;
}

const CHECK = 'Compare the workflow with what you expect (`loopsctl workflow show <id>`) before you run it again.';

function said({ code, message, status, request, details, cause }: Failure, outcome: string, hint = CHECK): Failure {
  // The general warning about lost responses is replaced by what is known.
  const first = message.replace(' The request may have been processed.', '');
  return new Failure(code, `${first} ${outcome}`, { hint, status, request, details, cause });
}

/** The refusals that need more words than those of the API. */
function explained(failure: Failure): Failure {
  if (failure.status === 501)
    return failure.withHint('The API does not implement this change. Make it in the dashboard.');
  if (failure.code === 'conflict') {
    return failure.withHint(
      'Nothing was changed. Look at the workflow again (`loopsctl workflow show <id>`), then repeat it.',
    );
  }
  return failure;
}

/** The API does not say in which states it accepts edits of nodes; a workflow that sends is the likely reason. */
export const withStatus = (error: unknown, status: string | undefined): unknown =>
  error instanceof Failure && error.code === 'rejected' && error.status === 400 && status === 'Sending'
    ? error.withHint('Pause it in the dashboard: the API has no operation for it.')
    : error;
