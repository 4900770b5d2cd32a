/** Emails of workflows in a project: `workflows/<key>/<node>.json` and `.lmx`. A push of the workflow creates their nodes. */
import type { Context } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { getMessage, updateMessage } from '../../nouns/messages/operations.ts';
import { readGraph } from '../../nouns/workflow/graph.ts';
import type { Content } from '../content.ts';
import type { Found, Kind, Read } from './kind.ts';
import { FIELDS_AT_FIRST, MESSAGE_FIELDS, messageContent, readMessage, writeMessage } from './message.ts';
import { workflowIn } from './workflow.ts';

/** The emails of a workflow whose nodes have one. */
export function emailsOf(workflow: Found): readonly Found[] {
  const { nodes } = readGraph(workflowIn(workflow));
  return [...nodes.values()].flatMap(({ id, typeName, fields: { emailMessageId, subject } }): Found[] =>
    typeName === 'SendEmailAction' && typeof emailMessageId === 'string'
      ? [{ id: emailMessageId, name: typeof subject === 'string' ? subject : '', node: id, workflow: workflow.id }]
      : [],
  );
}

async function read(context: Context, found: Found): Promise<Read> {
  const message = await readMessage(context, found.id);
  return { ...found, content: messageContent(message), record: message.contentRevisionId };
}

async function write(context: Context, before: Read, content: Content, changed: readonly string[]): Promise<Read> {
  const revision = typeof before.record === 'string' ? before.record : null;
  const message = await writeMessage(context, { id: before.id, revision, before: before.content, content, changed });
  return { ...before, content: messageContent(message), record: message.contentRevisionId };
}

export const workflowEmailKind: Kind = {
  name: 'workflow-email',
  noun: 'workflow email',
  layout: { type: 'parts', directory: 'workflows' },
  partOf: 'workflow',
  refersTo: ['workflow', 'theme', 'component'],
  fields: MESSAGE_FIELDS,
  fieldsAtFirst: FIELDS_AT_FIRST,
  calls: [getMessage, updateMessage],
  // They are found in the workflows.
  list: async () => [],
  read,
  create: async (context, content, { place }) => {
    if (place === undefined) throw new Failure('not_found', 'The account has no email message for its node.');
    const empty = await read(context, { id: place, name: '' });
    return write(context, empty, content, Object.keys(content));
  },
  update: write,
  requests: (changed) => (changed === 'create' ? 2 : 1),
};
