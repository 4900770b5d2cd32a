/** `workflow create`, `update`, `delete` and `mailing-list`: the workflow itself, without its nodes. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { requireOneOf } from '../../define/constraints.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import { nameAndId, quotedName } from '../../define/names.ts';
import { withEveryField } from '../../define/operation.ts';
import type { View } from '../../define/view.ts';
import { EXIT_CHECK_FAILED, Failure, usage } from '../../errors.ts';
import { formatCount } from '../../text/number.ts';
import { idOf, references } from '../ids.ts';
import { queuedIn, requireStatus } from './edit/perform.ts';
import { revisionOf, sendWrite } from './edit/write.ts';
import { getWorkflow, Workflow } from './operations.ts';
import {
  changeMailingList,
  createWorkflow,
  deleteWorkflow,
  MailingListChange,
  updateWorkflow,
} from './write-operations.ts';

const DASHBOARD = 'Workflows are started and paused in the dashboard: the API has no operation for it.';

/** `"Trial onboarding" (Paused, 21 nodes)`, for questions. */
export function describeWorkflow(workflow: unknown): string {
  const [name, status, nodes] = ['name', 'status', 'nodes'].map((path) => valueAt(workflow, path));
  const facts = [textOf(status), isRecord(nodes) ? formatCount(Object.keys(nodes).length, 'node') : ''];
  const shown = JSON.stringify(textOf(name) || textOf(valueAt(workflow, 'id')));
  return `${shown} (${facts.filter(Boolean).join(', ')})`;
}

const details: View = {
  kind: 'details',
  columns: [
    { heading: 'Name', path: 'name' },
    { heading: 'ID', path: 'id', kind: 'id' },
    { heading: 'Description', path: 'description' },
    { heading: 'Status', path: 'status' },
    { heading: 'Mailing list', path: 'mailingListId', kind: 'id', show: nameAndId },
    { heading: 'Trigger', path: 'rootNodeId', kind: 'id' },
    { heading: 'Revision', path: 'workflowRevisionId', kind: 'id' },
  ],
};

const SHOWN = references('mailing list');

const byId = { id: idOf('workflow') };
const name = z.string().min(1).describe('name of the workflow');
const description = z.string().optional().describe('description of the workflow');
const list = idOf('mailing list').optional();

const given = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A lost response leaves no revision to compare: only a name that no workflow has shows that nothing was created. */
async function create(context: Context, input: Parameters<typeof context.call<typeof createWorkflow>>[1]) {
  try {
    return await context.call(createWorkflow, input);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'unavailable') throw error;
    if (error.status === 500) {
      throw error.withHint('The API answers like this if workflows cannot be created for your team.');
    }
    throw error.withHint(
      `Look for it with \`loopsctl workflow list --search ${JSON.stringify(input.name)}\` before you run it again.`,
    );
  }
}

export const createCommand = command({
  notes: `Creates a draft with a blank trigger and an exit. ${DASHBOARD}`,
  input: z.object({ name, description, list: list.describe('mailing list whose contacts it is for') }),
  output: Workflow,
  calls: [createWorkflow],
  examples: [{ does: 'An empty draft', line: 'workflow create --name "Trial ends"' }],
  run: async (context, { name, description, list }) => {
    const workflow = await create(context, { name, ...given({ description, mailingListId: list }) });
    context.note('Created the workflow.');
    return workflow;
  },
  shows: SHOWN,
  view: details,
});

export const updateCommand = command({
  notes: DASHBOARD,
  input: requireOneOf(z.object({ ...byId, name: name.optional(), description }), ['name', 'description']),
  positionals: ['id'],
  output: Workflow,
  calls: [getWorkflow, updateWorkflow],
  examples: [{ does: 'Rename a workflow', line: 'workflow update ceh8e7mybcn6718b1frqy868r --name "NPS survey"' }],
  run: async (context, { id, name, description }) => {
    const revision = revisionOf(await context.call(getWorkflow, { id }));
    const fields = given({ name, description });
    const workflow = await sendWrite<Workflow>(context, {
      id,
      revision,
      send: () => context.call(updateWorkflow, { id, expectedRevisionId: revision, ...fields }),
      recognize: async (now) =>
        Object.entries(fields).every(([field, value]) => now[field] === value) ? now : undefined,
    });
    context.note('Updated the workflow.');
    return workflow;
  },
  shows: SHOWN,
  view: details,
});

/** The workflow of the question: its revision is sent, so that a change during the question is a conflict. */
const openedOnce = (context: Context, id: string): Promise<Workflow> =>
  context.once(() => context.call(getWorkflow, { id }));

export const deleteCommand = command({
  notes: 'The API does not delete a workflow that is sending or has queued contacts (exit 5).',
  input: z.object(byId),
  positionals: ['id'],
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  calls: [getWorkflow, deleteWorkflow],
  examples: [{ does: 'Delete a workflow', line: 'workflow delete cd2x89ov0nvxvudwvlrw08e5i --yes' }],
  question: async (context, { id }) =>
    `Delete workflow ${describeWorkflow(await openedOnce(context, id))} with all of its emails?`,
  run: async (context, { id }) => {
    const revision = revisionOf(await openedOnce(context, id));
    const deleted = { id, deleted: true as const };
    await sendWrite(context, {
      id,
      revision,
      send: async () => {
        await context.call(deleteWorkflow, { id, expectedRevisionId: revision, confirmDelete: true });
        return deleted;
      },
      recognize: async () => undefined,
      whenGone: deleted,
    });
    context.note('Deleted the workflow.');
    return deleted;
  },
  view: { kind: 'details', columns: [{ heading: 'Deleted', path: 'id', kind: 'id' }] },
});

export const mailingListCommand = command({
  notes:
    'If contacts wait in the workflow, the API changes nothing (exit 9), unless --discard-queued removes them. Without a list (--none) nobody is removed.',
  input: requireOneOf(
    z.object({
      ...byId,
      list: list.describe('new mailing list'),
      none: z.boolean().optional().describe('no mailing list'),
      discardQueued: z.boolean().default(false).describe('discard the contacts who wait in the workflow'),
    }),
    ['list', 'none'],
  ),
  positionals: ['id'],
  output: MailingListChange,
  calls: [getWorkflow, withEveryField(changeMailingList)],
  examples: [{ does: 'No list', line: 'workflow mailing-list ceh8e7mybcn6718b1frqy868r --none --yes' }],
  question: async (context, { id, list, none, discardQueued }) => {
    const mailingListId = listOf({ list, none });
    const workflow = await openedOnce(context, id);
    const answer = await context.call(changeMailingList, {
      id,
      expectedRevisionId: revisionOf(workflow),
      mailingListId,
      dryRun: true,
    });
    const queued = formatCount(Number(valueAt(answer, 'queuedContactCount')), 'queued contact');
    const what =
      mailingListId === null
        ? 'Remove the mailing list'
        : `Change the mailing list to ${quotedName(mailingListId, await context.names())}`;
    return `${what} of workflow ${describeWorkflow(workflow)}? ${queued}${discardQueued ? ', who would be lost' : ''}.`;
  },
  run: async (context, { id, list, none, discardQueued }): Promise<MailingListChange> => {
    const mailingListId = listOf({ list, none });
    const revision = revisionOf(await openedOnce(context, id));
    const policy = discardQueued ? { queuedContactPolicy: 'discard' as const } : {};
    const change = await sendWrite<MailingListChange>(context, {
      id,
      revision,
      send: () => context.call(changeMailingList, { id, expectedRevisionId: revision, mailingListId, ...policy }),
      recognize: async (workflow) =>
        (workflow.mailingListId ?? null) === mailingListId
          ? { status: 'updated', mailingListId, queuedContactCount: 0, workflow }
          : undefined,
    });
    const queued = queuedIn(change);
    if (queued !== undefined) context.warn(nothingDone(queued));
    else {
      requireStatus(change, 'updated');
      context.note('Changed the mailing list.');
    }
    return change;
  },
  shows: SHOWN,
  verdict: (change) => (queuedIn(change) === undefined ? 0 : EXIT_CHECK_FAILED),
  view: {
    kind: 'details',
    columns: [
      { heading: 'Status', path: 'status' },
      { heading: 'Mailing list', path: 'mailingListId', kind: 'id', show: nameAndId },
      { heading: 'Queued contacts', path: 'queuedContactCount', kind: 'number' },
      { heading: 'Revision', path: 'workflowRevisionId', kind: 'id' },
    ],
  },
});

/** The warning after a change that the API did not make because of queued contacts. */
export const nothingDone = (queued: number): string =>
  `Nothing was done: ${formatCount(queued, 'contact')} would be lost. Wait until they have moved on, or pass --discard-queued.`;

function listOf({ list, none }: { list?: string | undefined; none?: boolean | undefined }): string | null {
  if (list !== undefined && none === true) throw usage("--list can't be combined with --none.", 'Omit one of them.');
  return list ?? null;
}
