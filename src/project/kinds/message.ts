/** The fields of an email message in a project, shared by every kind that has one. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { type EmailMessage, FALLBACK_MAPS, getMessage, updateMessage } from '../../nouns/messages/operations.ts';
import { type Content, withoutEmpty } from '../content.ts';
import type { FieldRule, Read } from './kind.ts';

const text = { schema: z.string() };
const fallbacks = { schema: z.record(z.string(), z.string()) };

/** In the order in which files have them. */
export const MESSAGE_FIELDS = {
  subject: text,
  previewText: text,
  fromName: { ...text, isLasting: true },
  fromEmail: { ...text, isLasting: true },
  replyToEmail: text,
  ccEmail: text,
  bccEmail: text,
  languageCode: { ...text, isLasting: true },
  emailFormat: { schema: z.enum(['styled', 'plain']), isLasting: true },
  contactPropertiesFallbacks: fallbacks,
  eventPropertiesFallbacks: fallbacks,
  dataVariablesFallbacks: fallbacks,
  lmx: { schema: z.string(), isLmx: true },
} as const satisfies Readonly<Record<string, FieldRule>>;

const NAMES = Object.keys(MESSAGE_FIELDS);
const MAPS: readonly string[] = Object.values(FALLBACK_MAPS);

/** What a message has that nobody has written. */
export const FIELDS_AT_FIRST = ['name', 'fromName', 'fromEmail', 'emailFormat', 'replyToEmail', 'group'];

/** Most emails have this format, so files name only the other one. */
const USUAL_FORMAT = 'styled';

export const messageContent = (message: EmailMessage): Content => {
  if (typeof message.lmx !== 'string') {
    throw new Failure('unexpected_response', `The API response for email message ${message.id} has no LMX.`);
  }
  const fields = Object.fromEntries(NAMES.map((name) => [name, message[name as keyof EmailMessage]]));
  const { emailFormat, fromEmail } = message;
  return withoutEmpty({
    ...fields,
    // Old messages have the whole address; an update takes only the part before the @.
    fromEmail: String(fromEmail ?? '').replace(/@.*$/s, ''),
    emailFormat: emailFormat === USUAL_FORMAT ? undefined : emailFormat,
  });
};

export const isMessageField = (field: string): boolean => NAMES.includes(field);

const Change = updateMessage.input.omit({ emailMessageId: true, expectedRevisionId: true });

/** The fields of an update. What the files no longer have becomes empty; null removes a fallback. */
function changeOf(before: Content, content: Content, changed: readonly string[]) {
  const fields = changed.filter(isMessageField).map((field): [string, unknown] => {
    if (!MAPS.includes(field)) return [field, content[field] ?? (field === 'emailFormat' ? USUAL_FORMAT : '')];
    const old = Object.keys((before[field] ?? {}) as object).map((name): [string, null] => [name, null]);
    return [field, { ...Object.fromEntries(old), ...((content[field] ?? {}) as object) }];
  });
  return Change.parse(Object.fromEntries(fields));
}

export const readMessage = (context: Context, emailMessageId: string): Promise<EmailMessage> =>
  context.call(getMessage, { emailMessageId });

export interface MessageWrite {
  readonly id: string;
  readonly revision: string | null | undefined;
  readonly before: Content;
  readonly content: Content;
  readonly changed: readonly string[];
}

/** One update on top of the revision that was read: the API refuses it if somebody has changed the message since. */
export const writeMessage = (context: Context, write: MessageWrite): Promise<EmailMessage> =>
  context.call(updateMessage, {
    emailMessageId: write.id,
    ...(typeof write.revision === 'string' ? { expectedRevisionId: write.revision } : {}),
    ...changeOf(write.before, write.content, write.changed),
  });

/** A record with the content of its message. */
export const withMessage = (read: Omit<Read, 'content'>, own: Content, message: EmailMessage): Read => ({
  ...read,
  content: { ...withoutEmpty(own), ...messageContent(message) },
});
