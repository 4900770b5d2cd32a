/** What campaigns and transactional emails of a project share: a record with fields of its own and an email message. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { type Content, withoutEmpty } from '../content.ts';
import type { Found, Kind, Read } from './kind.ts';
import { isMessageField, messageContent, readMessage, withMessage, writeMessage } from './message.ts';

export interface Wanted {
  readonly content: Content;
  readonly changed: readonly string[];
}

export interface EmailRecords<Fields extends { readonly id: string; readonly name: string }> {
  /** The fields that are not those of the message, and their names in requests. */
  readonly own: Readonly<Record<string, string>>;
  /** Without the name, which only an update may leave out. */
  create(context: Context, content: Content): Promise<Email<Fields>>;
  update(context: Context, id: string, wanted: Wanted): Promise<Fields>;
  get(context: Context, id: string): Promise<Fields>;
  /** The message that a pull reads. */
  messageId(fields: Fields): string | null;
  /** Differs after every change, where the list shows that. */
  revision?(email: Email<Fields>): string | undefined;
  /** Whether its message can be written on top of the revision that is known. */
  isOpen?(email: Email<Fields>): boolean;
  /** Otherwise: the record with a message that can be. `before` is undefined right after the creation. */
  open?(
    context: Context,
    email: Email<Fields>,
    before: Read | undefined,
    changed: readonly string[],
  ): Promise<Email<Fields>>;
}

/** A record, and the revision of its message that was read or written last. */
export interface Email<Fields> {
  readonly fields: Fields;
  readonly revision?: string | null | undefined;
}

export function emailRecords<Fields extends { readonly id: string; readonly name: string }>(
  records: EmailRecords<Fields>,
) {
  const { own } = records;
  const Email = z.custom<Email<Fields>>((value) => typeof value === 'object' && value !== null);
  const recordOf = ({ record }: Found): Email<Fields> => Email.parse(record);
  const isOwn = (changed: readonly string[]): boolean => changed.some((field) => Object.hasOwn(own, field));

  const isOpen = (email: Email<Fields>): boolean => records.isOpen?.(email) ?? true;

  const found = (email: Email<Fields>): Found => {
    const { id, name } = email.fields;
    return { id, name, revision: records.revision?.(email), record: email };
  };

  const ownContent = (fields: Fields): Content =>
    withoutEmpty(
      Object.fromEntries(Object.entries(own).map(([field, parameter]) => [field, (fields as Content)[parameter]])),
    );

  async function read(context: Context, { fields }: Email<Fields>): Promise<Read> {
    const id = records.messageId(fields);
    if (id === null) return { ...found({ fields }), content: ownContent(fields) };
    const message = await readMessage(context, id);
    return withMessage(found({ fields, revision: message.contentRevisionId }), ownContent(fields), message);
  }

  async function writeBody(context: Context, email: Email<Fields>, before: Read | undefined, wanted: Wanted) {
    const changed = wanted.changed.filter(isMessageField);
    const content = { ...before?.content, ...ownContent(email.fields) };
    if (changed.length === 0) return { ...found(email), content };
    const opened = isOpen(email) ? email : await records.open?.(context, email, before, changed);
    const { fields, revision } = opened ?? email;
    const id = records.messageId(fields);
    if (id === null) return { ...found(email), content };
    const write = { id, revision, before: before?.content ?? {}, content: wanted.content, changed };
    const message = await writeMessage(context, write);
    const now = found({ fields, revision: message.contentRevisionId });
    return { ...now, content: { ...ownContent(fields), ...messageContent(message) } };
  }

  const kind = {
    read: (context, one) => read(context, recordOf(one)),
    // The message is guarded by its revision, so the record is read last, right before the write.
    readAgain: async (context, one) => {
      const { record, content } = await read(context, recordOf(one));
      const fields = await records.get(context, one.id);
      const before = Email.parse(record);
      const isSame = records.messageId(fields) === records.messageId(before.fields);
      const message = Object.entries(content).filter(([field]) => isMessageField(field));
      return {
        ...found({ fields, revision: isSame ? before.revision : undefined }),
        content: { ...Object.fromEntries(message), ...ownContent(fields) },
      };
    },
    create: async (context, content, { saved }) => {
      const email = await records.create(context, content);
      await saved({ ...found(email), content: ownContent(email.fields) });
      return writeBody(context, email, undefined, { content, changed: Object.keys(content) });
    },
    update: async (context, before, content, changed, { saved }) => {
      let email = recordOf(before);
      if (isOwn(changed)) {
        const fields = await records.update(context, before.id, { content, changed });
        email = { ...email, fields };
        await saved({ ...found(email), content: { ...before.content, ...ownContent(fields) } });
      }
      return writeBody(context, email, before, { content, changed });
    },
    isUnguarded: isOwn,
    // Its own fields have no revision: they are read again, and once more for the history.
    requests: (changed, _, before) => {
      if (changed === 'create') return 3;
      const body = before !== undefined && isOpen(recordOf(before)) ? 1 : 3;
      return (isOwn(changed) ? 4 : 0) + (changed.some(isMessageField) ? body : 0);
    },
  } satisfies Partial<Kind>;
  return { kind, found, recordOf };
}
