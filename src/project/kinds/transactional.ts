/** Transactional emails in a project: `transactional/<key>/email.json` and `email.lmx`. A push writes the draft. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { requireSound } from '../../nouns/messages/check/message-findings.ts';
import { getMessage, guardian, updateMessage } from '../../nouns/messages/operations.ts';
import {
  createTransactional,
  ensureDraft,
  getTransactional,
  listTransactional,
  publishTransactional,
  type Transactional,
  updateTransactional,
} from '../../nouns/transactional/operations.ts';
import { withoutEmpty } from '../content.ts';
import { everyItem, type Found, type Kind, type Read, type Steps } from './kind.ts';
import {
  FIELDS_AT_FIRST,
  isMessageField,
  MESSAGE_FIELDS,
  messageContent,
  readMessage,
  withMessage,
  writeMessage,
} from './message.ts';

const ownContent = ({ name, transactionalGroupId }: Transactional) =>
  withoutEmpty({ name, group: transactionalGroupId });

/** The draft, or what is published without one. */
const messageIdOf = ({ draftEmailMessageId: draft, publishedEmailMessageId: published }: Transactional) =>
  draft ?? published;

/** A published message never changes, and a draft has a revision where the list shows it. */
function revisionOf(email: Transactional): string | undefined {
  const { name, transactionalGroupId, draftEmailMessageId: draft, publishedEmailMessageId: published } = email;
  const revision = draft === null ? '' : email.draftEmailMessageContentRevisionId;
  if (typeof revision !== 'string') return undefined;
  return JSON.stringify([name, transactionalGroupId, draft ?? published, revision]);
}

const found = (email: Transactional): Found => ({
  id: email.id,
  name: email.name,
  revision: revisionOf(email),
  record: email,
});

const recordOf = ({ record }: Found): Transactional => Record.parse(record);
const Record = z.custom<Transactional>((value) => typeof value === 'object' && value !== null);

async function read(context: Context, email: Transactional): Promise<Read> {
  const id = messageIdOf(email);
  if (id === null) return { ...found(email), content: ownContent(email) };
  const message = await readMessage(context, id);
  const isDraft = email.draftEmailMessageId !== null;
  // Of the list and the message, the message was read later.
  const now = isDraft ? { ...email, draftEmailMessageContentRevisionId: message.contentRevisionId } : email;
  return withMessage(found(now), ownContent(now), message);
}

const OWN = { name: 'name', group: 'transactionalGroupId' } as const;

/** The ID and the revision of the draft, which is created if there is none. */
async function draftOf(
  context: Context,
  email: Transactional,
): Promise<Transactional & { draftEmailMessageId: string }> {
  const isThere = email.draftEmailMessageId !== null;
  const record = isThere ? email : await context.call(ensureDraft, { transactionalId: email.id });
  const { draftEmailMessageId } = record;
  if (draftEmailMessageId === null) {
    throw new Failure('unexpected_response', `${JSON.stringify(email.name)} has no draft.`);
  }
  if (typeof record.draftEmailMessageContentRevisionId === 'string') return { ...record, draftEmailMessageId };
  const { contentRevisionId } = await readMessage(context, draftEmailMessageId);
  return { ...record, draftEmailMessageId, draftEmailMessageContentRevisionId: contentRevisionId };
}

/** Writes the message of the draft. */
async function writeDraft(context: Context, email: Transactional, before: Read, wanted: Wanted): Promise<Read> {
  const changed = wanted.changed.filter(isMessageField);
  if (changed.length === 0) return { ...found(email), content: { ...before.content, ...ownContent(email) } };
  const drafted = await draftOf(context, email);
  const message = await writeMessage(context, {
    id: drafted.draftEmailMessageId,
    revision: drafted.draftEmailMessageContentRevisionId,
    before: before.content,
    content: wanted.content,
    changed,
  });
  const now = { ...drafted, draftEmailMessageContentRevisionId: message.contentRevisionId };
  return { ...found(now), content: { ...ownContent(now), ...messageContent(message) } };
}

interface Wanted {
  readonly content: Read['content'];
  readonly changed: readonly string[];
}

async function create(context: Context, content: Read['content'], { saved }: Steps): Promise<Read> {
  const { name, group } = Own.parse(content);
  const email = await context.call(createTransactional, {
    name,
    ...(group === undefined ? {} : { transactionalGroupId: group }),
  });
  const empty: Read = { ...found(email), content: ownContent(email) };
  await saved(empty);
  return writeDraft(context, email, empty, { content, changed: Object.keys(content) });
}

const Own = z.object({ name: z.string(), group: z.string().optional() });

async function update(
  context: Context,
  before: Read,
  content: Read['content'],
  changed: readonly string[],
  { saved }: Steps,
): Promise<Read> {
  let email = recordOf(before);
  const own = Object.entries(OWN).filter(([field]) => changed.includes(field));
  if (own.length > 0) {
    const change = Object.fromEntries(own.map(([field, parameter]) => [parameter, content[field]]));
    const updated = await context.call(updateTransactional, { transactionalId: email.id, ...change });
    email = { ...updated, draftEmailMessageContentRevisionId: email.draftEmailMessageContentRevisionId };
    await saved({ ...found(email), content: { ...before.content, ...ownContent(email) } });
  }
  return writeDraft(context, email, before, { content, changed });
}

export const transactionalKind: Kind = {
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
    guardian,
  ],
  list: async (context) => (await everyItem(context.list(listTransactional, {}))).map(found),
  read: (context, one) => read(context, recordOf(one)),
  create,
  update,
  readAgain: async (context, { id }) => read(context, await context.call(getTransactional, { transactionalId: id })),
  isUnguarded: (changed) => changed.some((field) => Object.hasOwn(OWN, field)),
  requests: (changed) => {
    if (changed === 'create') return 2;
    const own = changed.some((field) => Object.hasOwn(OWN, field)) ? 3 : 0;
    return own + (changed.some(isMessageField) ? 2 : 0);
  },
  hasDraft: (one) => recordOf(one).draftEmailMessageId !== null,
  publish: async (context, one) => {
    const id = recordOf(one).draftEmailMessageId;
    if (id !== null) await requireSound(context, await readMessage(context, id), 'It was not published.');
    const email = await context.call(publishTransactional, { transactionalId: one.id });
    return { ...found(email), content: one.content };
  },
};
