/** Workflows in a project: `workflows/<key>.json`, with their nodes by key. Their emails are records of their own. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { listMailingLists } from '../../nouns/lists.ts';
import { getEditable } from '../../nouns/workflow/edit/open.ts';
import { PERFORM_CALLS } from '../../nouns/workflow/edit/perform.ts';
import { readGraph } from '../../nouns/workflow/graph.ts';
import { getWorkflow, getWorkflowNode, listWorkflows, type Workflow } from '../../nouns/workflow/operations.ts';
import { requireGraph } from '../../nouns/workflow/source.ts';
import { createWorkflow } from '../../nouns/workflow/write-operations.ts';
import { type Content, withoutEmpty } from '../content.ts';
import { everyItem, type Found, type Kind, type Read, type Steps } from './kind.ts';
import { editWorkflow, planEdits, type Wanted } from './workflow-edits.ts';
import { type FileNodes, FileNodesSchema, isBlank, nodesIn, workflowOf } from './workflow-nodes.ts';

const FIELDS = { name: 'name', description: 'description', mailingList: 'mailingListId' } as const;

/** The workflow of a record; it throws what reading it has failed with. */
export function workflowIn({ record }: Found): Workflow {
  if (record instanceof Failure) throw record;
  return record as Workflow;
}

const found = (name: string, workflow: Workflow): Found => ({
  id: workflow.id,
  name: workflow.name ?? name,
  revision: workflow.workflowRevisionId ?? undefined,
  record: workflow,
});

function contentOf(workflow: Workflow): Content {
  const own = Object.entries(FIELDS).map(([field, parameter]) => [field, workflow[parameter]]);
  return withoutEmpty({
    ...Object.fromEntries(own),
    nodes: nodesIn(requireGraph(`Workflow ${workflow.id}`, workflow)),
  });
}

/** With the settings that the graph does not show. */
async function complete(context: Context, name: string, workflow: Workflow): Promise<Read> {
  const whole = await getEditable(context, workflow.id, workflow);
  return { ...found(name, whole), content: contentOf(whole) };
}

async function list(context: Context): Promise<readonly Found[]> {
  const workflows = await everyItem(context.list(listWorkflows, {}));
  const read = await context.settle(workflows, ({ id }) => context.call(getWorkflow, { id }));
  return read.map(({ item: { id, name }, value, failure }) =>
    value === undefined ? { id, name, record: failure } : found(name, value),
  );
}

/** The nodes of a new workflow are those of the API until they are edited. */
const nodesOf = (content: Content, workflow: Workflow): FileNodes =>
  (content['nodes'] as FileNodes | undefined) ?? nodesIn(readGraph(workflow));

function wantedOf(content: Content, changed: readonly string[], workflow: Workflow): Wanted {
  const own = Object.entries(FIELDS).flatMap(([field, parameter]) =>
    changed.includes(field) ? [[parameter, content[field] ?? (field === 'description' ? '' : null)]] : [],
  );
  const nodes = changed.includes('nodes') ? nodesOf(content, workflow) : nodesIn(readGraph(workflow));
  return { ...Object.fromEntries(own), nodes };
}

async function edit(context: Context, live: Workflow, wanted: Wanted, steps: Steps): Promise<Read> {
  const nodes = await editWorkflow(context, live, wanted, steps);
  const name = live.name ?? '';
  if (context.isDryRun) return { ...found(name, live), content: contentOf(live), nodes };
  const now = await complete(context, name, await context.call(getWorkflow, { id: live.id }));
  return { ...now, nodes };
}

const Own = z.object({ name: z.string(), description: z.string().optional(), mailingList: z.string().optional() });

async function create(context: Context, content: Content, steps: Steps): Promise<Read> {
  const { name, description, mailingList } = Own.parse(content);
  const workflow = await context.call(createWorkflow, {
    name,
    ...(description === undefined ? {} : { description }),
    ...(mailingList === undefined ? {} : { mailingListId: mailingList }),
  });
  await steps.saved({ ...found(name, workflow), content: contentOf(workflow) });
  return edit(context, workflow, { nodes: nodesOf(content, workflow) }, steps);
}

/** What the API creates. */
const BLANK = {
  id: '',
  ...workflowOf({ trigger: { type: 'BlankTrigger', next: ['exit'] }, exit: { type: 'ExitAction' } }),
} as Workflow;

const SENDING = 'The workflow is sending. Pause it in the dashboard first.';

function refuse(content: Content, changed: readonly string[], before?: Found): string | undefined {
  if (!changed.includes('nodes')) return undefined;
  const live = before === undefined ? BLANK : workflowIn(before);
  return live.status === 'Sending' ? SENDING : planEdits(live, wantedOf(content, ['nodes'], live)).problem;
}

export const workflowKind: Kind = {
  name: 'workflow',
  noun: 'workflow',
  layout: { type: 'files', directory: 'workflows' },
  refersTo: ['segment', 'campaign'],
  fields: {
    name: { schema: z.string().min(1), isLasting: true },
    description: { schema: z.string() },
    mailingList: { schema: z.string(), refersTo: 'list' },
    nodes: { schema: FileNodesSchema, isNodes: true, isLasting: true },
  },
  fieldsAtFirst: ['name', 'description', 'mailingList', 'nodes'],
  isFresh: ({ nodes }) => isBlank(nodes),
  calls: [
    ...new Set([listMailingLists, listWorkflows, getWorkflow, getWorkflowNode, createWorkflow, ...PERFORM_CALLS]),
  ],
  list,
  read: async (context, one) => complete(context, one.name, workflowIn(one)),
  create,
  update: (context, before, content, changed, steps) => {
    const live = workflowIn(before);
    return edit(context, live, wantedOf(content, changed, live), steps);
  },
  refuse,
  requests: (changed, content, before) => {
    const fields = changed === 'create' ? ['nodes'] : changed;
    const live = before === undefined ? BLANK : workflowIn(before);
    const { requests } = planEdits(live, wantedOf(content, fields, live));
    const hidden = Object.keys(nodesOf(content, live)).length;
    return (changed === 'create' ? 1 : 0) + requests + 1 + Math.ceil(hidden / 2);
  },
};
