/** Sends transactional emails to the outbox, and serves the deprecated list of published ones. */
import * as z from 'zod';
import { isRecord } from '../../define/json.ts';
import { Attachment, type Variables } from '../../nouns/transactional/operations.ts';
import type { Account } from '../account.ts';
import { findSaved } from '../contact-book.ts';
import type { ContactChange } from '../contact-change.ts';
import { announceChange } from '../contact-events.ts';
import { writeContact } from '../contact-write.ts';
import { type Answer, type Call, ok, Refusal, type SandboxNoun } from '../handler.ts';
import { useKey } from '../idempotency.ts';
import { addMail } from '../outbox.ts';
import { answerPage } from '../paging.ts';
import { parseBody } from '../request-body.ts';
import { mailingLists } from './lists.ts';
import type { Email } from './transactional.seed.ts';
import { transactionalEmails } from './transactional.seed.ts';

const MAX_BYTES = 4_000_000;
const LONGEST = 500;

/** Not closed: unknown fields are ignored. */
const SendBody = z.object({
  email: z.string(),
  transactionalId: z.string(),
  addToAudience: z.boolean().default(false),
  dataVariables: z.record(z.string(), z.unknown()).default({}),
  attachments: z.array(Attachment).default([]),
});
type SendBody = z.output<typeof SendBody>;

const isPublished = ({ record }: Email): boolean => record.publishedEmailMessageId !== null;

export const transactionalSends: SandboxNoun = {
  sections: [],
  handlers: {
    'GET /v1/transactional': async (call) =>
      answerPage(call, {
        collection: 'transactional',
        items: transactionalEmails.of(await call.service.store.read()).filter(isPublished),
        idOf: ({ record }) => record.id,
        show: ({ record: { id, name, updatedAt, dataVariables } }) => ({
          id,
          name,
          lastUpdated: updatedAt,
          dataVariables,
        }),
      }),

    'POST /v1/transactional': send,
  },
};

async function send(call: Call): Promise<Answer> {
  const { service } = call;
  if (Buffer.byteLength(call.body) > MAX_BYTES) throw new Refusal(413, 'The request body is larger than 4 MB.');
  const body = parseBody(SendBody, call.body);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(body.email)) {
    throw new Refusal(400, 'Invalid email address.', { path: 'email' });
  }
  const { change, lists } = await service.store.update((account) => {
    const email = sendable(account, body);
    checkVariables(email, body);
    if (body.attachments.length > 0 && !service.variants.attachments) {
      throw invalid({ path: 'attachments', reason: 'Attachments are not enabled for your team.' });
    }
    const idempotencyKey = useKey(account, call) ?? null;
    const change = body.addToAudience ? addToAudience(account, body.email, call) : undefined;
    record(account, email, body, idempotencyKey, call);
    return { change, lists: mailingLists.of(account) };
  });
  if (change !== undefined) announceChange(change, lists, service);
  return ok({ success: true });
}

const invalid = (error: Readonly<Record<string, unknown>>): Refusal =>
  new Refusal(400, 'The request is not valid.', { error });

function sendable(account: Account, { transactionalId }: SendBody): Email {
  const email = transactionalEmails.of(account).find(({ record }) => record.id === transactionalId);
  if (email === undefined) {
    const message = 'Transactional email not found.';
    throw new Refusal(404, message, { error: { path: 'transactionalId', message } });
  }
  if (!isPublished(email)) throw new Refusal(400, 'Transactional email is not published.');
  if (email.contactTag === true) {
    throw new Refusal(400, 'The email contains a contact property. It cannot be sent until it is removed.');
  }
  return email;
}

function checkVariables({ record, optionalVariables = [] }: Email, { dataVariables, transactionalId }: SendBody): void {
  const problem = Object.entries(dataVariables).find(([, value]) => !isVariable(value));
  if (problem !== undefined) {
    throw invalid({
      path: `dataVariables.${problem[0]}`,
      reason: 'Expected a string, a number or an array of flat objects.',
    });
  }
  const texts = Object.entries(dataVariables).flatMap(([name, value]) => [name, ...textsIn(value)]);
  if (texts.some((text) => text.length > LONGEST)) {
    throw new Refusal(400, 'Some body key or value is longer than allowable.');
  }
  const missing = record.dataVariables.filter(
    (name) => !optionalVariables.includes(name) && !Object.hasOwn(dataVariables, name),
  );
  if (missing.length > 0) {
    const message = `Missing required data variable(s): ${missing.join(', ')}`;
    throw new Refusal(400, message, { error: { path: 'dataVariables', message }, transactionalId });
  }
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

const isVariable = (value: unknown): value is Variables[string] =>
  isScalar(value) ||
  (Array.isArray(value) && value.every((item) => isRecord(item) && Object.values(item).every(isScalar)));

function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => Object.entries(item as object).flatMap(([key, inner]) => [key, String(inner)]));
  }
  return [String(value)];
}

function addToAudience(account: Account, email: string, { service }: Call): ContactChange | undefined {
  return findSaved(account, { email }) === undefined ? writeContact(account, { email }, service) : undefined;
}

function record(
  account: Account,
  { record }: Email,
  { email, dataVariables, attachments }: SendBody,
  idempotencyKey: string | null,
  { service }: Call,
): void {
  const time = new Date(service.now()).toISOString();
  const contact = findSaved(account, { email })?.contact;
  addMail(account, {
    time,
    sendAt: time,
    type: 'transactional',
    to: email,
    name: record.name,
    sourceId: record.id,
    emailMessageId: record.publishedEmailMessageId,
    subject: null,
    variables: dataVariables,
    attachments: attachments.map(({ filename, contentType, data }) => ({
      filename,
      contentType,
      bytes: Buffer.from(data, 'base64').length,
    })),
    idempotencyKey,
    contactId: contact?.id ?? null,
    userId: contact?.userId ?? null,
  });
}
