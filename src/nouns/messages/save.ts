/** Saves a change of an email message, and explains why the API refused it or what is unknown after a lost response. */
import type { Context } from '../../define/command.ts';
import type { InputOf } from '../../define/operation.ts';
import { Failure } from '../../errors.ts';
import { normalForms } from '../../lmx/normal-form.ts';
import { readable } from '../readable.ts';
import { contentDifferences } from './differences.ts';
import { EmailMessage, getMessage, updateMessage } from './operations.ts';

/** The fields of an update, without the ID and the revision. */
export type MessageChange = Omit<InputOf<typeof updateMessage>, 'emailMessageId' | 'expectedRevisionId'>;

export const SAVE_CALLS = [getMessage, updateMessage] as const;

const Based = EmailMessage.pick({ lmx: true, contentRevisionId: true });

/**
 * The message that a change is based on. Without a readable revision, the change could overwrite what somebody else has
 * written. A message that was never saved with revisions has none: null.
 */
export async function readBase(
  context: Context,
  id: string,
): Promise<{ readonly before: EmailMessage; readonly revision: string | undefined }> {
  const before = await context.call(getMessage, { emailMessageId: id });
  const { contentRevisionId } = readable(Based, before, `email message ${id}`);
  return { before, revision: contentRevisionId ?? undefined };
}

export interface SaveOptions {
  readonly id: string;
  readonly change: MessageChange;
  /** The message as it was read before the change; undefined if it was not read. */
  readonly before: EmailMessage | undefined;
  /** The revision that the change is based on; undefined overwrites any. */
  readonly revision: string | undefined;
}

/**
 * One update. If it was refused because somebody else changed the message, the failure is a `conflict` and a note shows what
 * they changed. If the response was lost, the message is read again, because a write is never sent twice.
 */
export async function saveMessage(context: Context, options: SaveOptions): Promise<EmailMessage> {
  const { id, change, revision } = options;
  const expected = revision === undefined ? {} : { expectedRevisionId: revision };
  try {
    const saved = await context.call(updateMessage, { emailMessageId: id, ...expected, ...change });
    for (const { message } of saved.warnings ?? []) context.warn(message);
    return saved;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.mayBeDone) return afterLostResponse(context, options, error);
    if (error.code === 'conflict') throw await explainConflict(context, options, error);
    throw error;
  }
}

const readAgain = (context: Context, id: string): Promise<EmailMessage | undefined> =>
  context.call(getMessage, { emailMessageId: id }).catch((error: unknown) => {
    if (error instanceof Failure && error.code !== 'interrupted') return undefined;
    throw error;
  });

/** The API answers 409 also where the message cannot be edited at all: then nobody has changed it. */
async function explainConflict(context: Context, { id, before, revision }: SaveOptions, error: Failure) {
  const now = await readAgain(context, id);
  if (now === undefined) return error;
  if (revision === undefined || now.contentRevisionId === revision) return error.withHint(editingHint(now));
  const diff = before === undefined ? [] : await contentDifferences(before, now);
  if (diff.length > 0) {
    context.note(`Changed by somebody else since it was read (${now.updatedAt}):`);
    for (const line of diff) context.note(line);
  }
  return new Failure('conflict', `${whatHappened(before, revision, now)} Your change was not saved.`, {
    status: error.status,
    request: error.request,
    details: { expectedRevisionId: revision, contentRevisionId: now.contentRevisionId, diff: [...diff] },
    hint:
      before === undefined
        ? 'Pass --revision with the current revision, or --force in its place to overwrite the message.'
        : 'Run the command again to apply your change to the new version, or pass --force to overwrite it.',
  });
}

/** A revision that was passed and not read may be any earlier one. */
const whatHappened = (before: EmailMessage | undefined, revision: string, now: EmailMessage): string =>
  before === undefined
    ? `${revision} is not the current revision of the email message, which is ${String(now.contentRevisionId)}.`
    : `Somebody else changed the email message at ${now.updatedAt}.`;

/** Why a message can't be edited, by what it belongs to, and what to do. */
export const editingHint = ({ transactionalId, campaignId }: EmailMessage): string => {
  if (transactionalId !== undefined)
    return `Only a draft can be edited: run \`loopsctl transactional draft ${transactionalId}\`.`;
  if (campaignId !== undefined) return 'Only the message of a draft campaign can be edited.';
  return 'The message of a workflow can be edited only while the workflow is not sending. Pause it in the dashboard.';
};

/** Whether the saved message has the body of the change. The API rewrites bodies, so their normal forms are compared. */
function hasBody(now: EmailMessage, { lmx }: MessageChange): boolean {
  if (lmx === undefined) return true;
  const [saved, wanted] = normalForms(now.lmx, lmx);
  return saved === wanted;
}

/** Whether the saved message has every other field of the change. */
const hasFields = (now: EmailMessage, { lmx: _, ...fields }: MessageChange): boolean =>
  Object.entries(fields).every(([name, value]) => {
    const saved = now[name as keyof EmailMessage];
    if (typeof value !== 'object') return saved === value;
    const map = (saved ?? {}) as Record<string, unknown>;
    return Object.entries(value).every(([key, text]) => (text === null ? !Object.hasOwn(map, key) : map[key] === text));
  });

async function afterLostResponse(
  context: Context,
  { id, change, revision }: SaveOptions,
  error: Failure,
): Promise<EmailMessage> {
  const now = await readAgain(context, id);
  if (now === undefined) throw error;
  if (revision !== undefined && now.contentRevisionId === revision) {
    throw error.withHint('The message still has the revision that was read, so the change was not saved so far.');
  }
  if (hasBody(now, change) && hasFields(now, change)) {
    context.warn('The response to the update was lost. The message has the new content, so the update was saved.');
    return now;
  }
  throw error.withHint(
    `The message has a new revision (${now.contentRevisionId}), yours or that of somebody else. Run \`loopsctl messages show ${id} -o lmx\` and compare.`,
  );
}
