/** The emails of workflows: their email nodes, named by their subjects. */
import type { Context } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import { Failure } from '../../errors.ts';
import { getWorkflow, listWorkflows } from './operations.ts';

export const EMAILS_CALLS = [listWorkflows, getWorkflow] as const;

export interface WorkflowName {
  readonly id: string;
  readonly name: string;
}

export interface EmailNode {
  /** The ID of its node. */
  readonly id: string;
  readonly name: string;
  readonly workflow: WorkflowName;
}

/** A workflow whose emails are not known. */
export interface UnreadWorkflow {
  readonly workflow: WorkflowName;
  readonly failure: Failure;
}

export async function allWorkflows(context: Context): Promise<readonly WorkflowName[]> {
  const workflows: WorkflowName[] = [];
  for await (const page of context.list(listWorkflows, {})) {
    for (const { id, name } of page) workflows.push({ id, name: textOf(name) });
  }
  return workflows;
}

/** In the order of the workflows. A node without a type may be an email. Rejects as `Context.settle` does. */
export async function emailsOf(
  context: Context,
  workflows: readonly { readonly id: string; readonly name?: string }[],
): Promise<ReadonlyArray<EmailNode | UnreadWorkflow>> {
  const graphs = await context.settle(workflows, ({ id }) => context.call(getWorkflow, { id }));
  return graphs.flatMap(({ item: { id, name }, value, failure }): ReadonlyArray<EmailNode | UnreadWorkflow> => {
    const workflow = { id, name: name ?? (textOf(valueAt(value, 'name')) || id) };
    if (failure !== undefined) return [{ workflow, failure }];
    const nodes = valueAt(value, 'nodes');
    const unreadable = (what: string) => ({ workflow, failure: new Failure('unexpected_response', what) });
    if (!isRecord(nodes)) return [unreadable('The API response for the workflow has no nodes.')];
    return Object.entries(nodes).flatMap(([nodeId, node]): ReadonlyArray<EmailNode | UnreadWorkflow> => {
      const typeName = valueAt(node, 'typeName');
      if (typeof typeName !== 'string') return [unreadable(`Node ${nodeId} has no readable type.`)];
      if (typeName !== 'SendEmailAction') return [];
      const subject = textOf(valueAt(node, 'subject'));
      return [{ id: nodeId, name: subject === '' ? 'Email without a subject' : subject, workflow }];
    });
  });
}
