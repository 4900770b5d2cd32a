/** Transactional emails in a project: `transactional/<key>/email.json` and `email.lmx`. A push writes the draft. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { FINDING_CALLS, requireSound } from '../../nouns/messages/check/message-findings.ts';
import { getMessage, updateMessage } from '../../nouns/messages/operations.ts';
import {
  createTransactional,
  ensureDraft,
  getTransactional,
  listTransactional,
  publishTransactional,
  type Transactional,
  updateTransactional,
} from '../../nouns/transactional/operations.ts';
import { isSameValue } from '../compare.ts';
import { type Email, emailRecords } from './email-record.ts';
import { everyItem, type Kind, type Read } from './kind.ts';
import { FIELDS_AT_FIRST, MESSAGE_FIELDS, messageContent, readMessage } from './message.ts';

const OWN = { name: 'name', group: 'transactionalGroupId' } as const;
const Own = z.object({ name: z.string(), group: z.string().optional() });

/** The draft, or what is published without one. */
const messageIdOf = ({ draftEmailMessageId: draft, publishedEmailMessageId: published }: Transactional) =>
  draft ?? published;

/** A published message never changes, and a draft has a revision where the list shows it. */
function revisionOf({ fields, revision }: Email<Transactional>): string | undefined {
  const { name, transactionalGroupId, draftEmailMessageId: draft } = fields;
  const shown = draft === null ? '' : (revision ?? fields.draftEmailMessageContentRevisionId);
  if (typeof shown !== 'string') return undefined;
  return JSON.stringify([name, transactionalGroupId, messageIdOf(fields), shown]);
}

const isOpen = ({ fields, revision }: Email<Transactional>): boolean =>
  fields.draftEmailMessageId !== null && typeof revision === 'string';

/** Rejects where the draft was made by somebody who has changed the same fields in it since the plan. */
function requireSame(name: string, before: Read, draft: Read['content'], changed: readonly string[]): void {
  const moved = changed.filter((field) => {
    const rule = MESSAGE_FIELDS[field as keyof typeof MESSAGE_FIELDS];
    return !isSameValue(rule, before.content[field], draft[field]);
  });
  if (moved.length === 0) return;
  const what = `Somebody else has made a draft of ${JSON.stringify(name)} with another ${moved.join(' and ')}.`;
  throw new Failure('conflict', `${what} It was not changed.`, {
    hint: 'Run `loopsctl plan` to see both changes.',
  });
}

async function open(
  context: Context,
  email: Email<Transactional>,
  before: Read | undefined,
  changed: readonly string[],
): Promise<Email<Transactional>> {
  const { id, name, draftEmailMessageId } = email.fields;
  const fields = draftEmailMessageId === null ? await context.call(ensureDraft, { transactionalId: id }) : email.fields;
  if (fields.draftEmailMessageId === null) {
    throw new Failure('unexpected_response', `${JSON.stringify(name)} has no draft.`);
  }
  const message = await readMessage(context, fields.draftEmailMessageId);
  if (before !== undefined && !context.isDryRun) requireSame(name, before, messageContent(message), changed);
  return { fields, revision: message.contentRevisionId };
}

const { kind, found, recordOf } = emailRecords<Transactional>({
  own: OWN,
  messageId: messageIdOf,
  revision: revisionOf,
  isOpen,
  open,
  get: (context, id) => context.call(getTransactional, { transactionalId: id }),
  create: async (context, content) => {
    const { name, group } = Own.parse(content);
    const sent = { name, ...(group === undefined ? {} : { transactionalGroupId: group }) };
    const fields = await context.call(createTransactional, sent);
    return { fields, revision: fields.draftEmailMessageContentRevisionId };
  },
  update: (context, id, { content, changed }) => {
    const own = Object.entries(OWN).filter(([field]) => changed.includes(field));
    const change = Object.fromEntries(own.map(([field, parameter]) => [parameter, content[field]]));
    return context.call(updateTransactional, { transactionalId: id, ...change });
  },
});

export const transactionalKind: Kind = {
  ...kind,
  name: 'transactional',
  noun: 'transactional email',
  layout: { type: 'directories', directory: 'transactional', name: 'email' },
  refersTo: ['theme', 'component'],
  fields: {
    name: { schema: z.string().min(1), isLasting: true },
    group: { schema: z.string(), refersTo: 'group' },
    ...MESSAGE_FIELDS,
  },
  fieldsAtFirst: FIELDS_AT_FIRST,
  calls: [
    listTransactional,
    getTransactional,
    getMessage,
    createTransactional,
    updateTransactional,
    ensureDraft,
    updateMessage,
    publishTransactional,
    ...FINDING_CALLS,
  ],
  list: async (context) => (await everyItem(context.list(listTransactional, {}))).map((fields) => found({ fields })),
  hasDraft: (one) => recordOf(one).fields.draftEmailMessageId !== null,
  publish: async (context, one) => {
    const id = recordOf(one).fields.draftEmailMessageId;
    if (id !== null) await requireSound(context, await readMessage(context, id), 'It was not published.', one.name);
    const fields = await context.call(publishTransactional, { transactionalId: one.id });
    return { ...found({ fields }), content: one.content };
  },
};
