/** The live workflows that an import or the change of a contact could start. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import type { Operation } from '../../define/operation.ts';
import { Failure } from '../../errors.ts';
import { readable } from '../readable.ts';
import { getWorkflow, getWorkflowNode, listWorkflows } from '../workflow/operations.ts';

export const triggerReads: readonly Operation[] = [listWorkflows, getWorkflow, getWorkflowNode];

/** What the rows can change about a contact. */
export interface Changes {
  readonly creates: boolean;
  /** Keys of properties. */
  readonly properties: readonly string[];
  /** IDs of lists; undefined for any. */
  readonly lists: readonly string[] | undefined;
}

export interface StartedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly because: string;
}

/** Nobody enters a workflow in these states. A paused workflow that queues contacts starts them later. */
const QUIET = ['Draft', 'Paused'];

const Listed = z.looseObject({ id: z.string().min(1), name: z.string() });

/** One request for each workflow. Rejects with the first `Failure`: a partial list would be misleading. */
export async function workflowsStartedBy(context: Context, changes: Changes): Promise<readonly StartedWorkflow[]> {
  const pages: (readonly unknown[])[] = [];
  for await (const page of context.list(listWorkflows, {})) pages.push(page);
  const all = readable(z.array(Listed), pages.flat(), 'workflows');
  const started = await context.each(all, async ({ id, name }) => {
    const because = await reason(context, id, changes);
    return because === undefined ? [] : [{ id, name, because }];
  });
  return started.flat();
}

async function reason(context: Context, id: string, changes: Changes): Promise<string | undefined> {
  const workflow: unknown = await context.call(getWorkflow, { id });
  const { status, rootNodeId, nodes } = isRecord(workflow) ? workflow : {};
  if (typeof status !== 'string' || !isRecord(nodes)) throw unreadable(id);
  if (QUIET.includes(status) || rootNodeId === null) return undefined;
  const root = typeof rootNodeId === 'string' && Object.hasOwn(nodes, rootNodeId) ? nodes[rootNodeId] : undefined;
  if (typeof rootNodeId !== 'string' || !isRecord(root)) throw unreadable(id);
  switch (root['typeName']) {
    case 'SignupTrigger':
      return changes.creates ? 'it starts for new contacts' : undefined;
    case 'ContactPropertyTrigger':
      return forProperty(await settingsOf(context, id, rootNodeId, root, 'contactPropertyQuery'), changes);
    case 'AddToListTrigger':
      return forList(await settingsOf(context, id, rootNodeId, root, 'mailingListId'), changes);
    case 'EventTrigger':
    case 'BlankTrigger':
      return undefined;
    default:
      return `its trigger is unknown: ${String(root['typeName'])}`;
  }
}

/** The summary of a node may lack its settings. */
async function settingsOf(
  context: Context,
  id: string,
  nodeId: string,
  root: Readonly<Record<string, unknown>>,
  name: string,
): Promise<unknown> {
  if (root[name] !== undefined) return root[name];
  const node: unknown = await context.call(getWorkflowNode, { id, nodeId });
  return isRecord(node) ? node[name] : undefined;
}

/** A trigger that can't be read counts as one that fits. */
function forProperty(query: unknown, { properties }: Changes): string | undefined {
  if (query === null || properties.length === 0) return undefined;
  const key = isRecord(query) ? query['key'] : undefined;
  if (typeof key !== 'string') return 'it starts when a property changes';
  return properties.includes(key) ? `it starts when ${JSON.stringify(key)} changes` : undefined;
}

function forList(list: unknown, { lists }: Changes): string | undefined {
  if (lists !== undefined && (lists.length === 0 || (typeof list === 'string' && !lists.includes(list))))
    return undefined;
  return 'it starts when a contact is added to a mailing list';
}

const unreadable = (id: string): Failure =>
  new Failure('unexpected_response', `Workflow ${id} can't be read from the API response.`);
