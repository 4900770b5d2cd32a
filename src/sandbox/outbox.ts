/** The outbox: the emails that the account would have sent, and the webhook events about them. */
import * as z from 'zod';
import { isRecord } from '../define/json.ts';
import { type Account, section } from './account.ts';
import type { Counters } from './counters.ts';
import type { Emit } from './handler.ts';
import { seedId } from './identifiers.ts';
import type { Store } from './store.ts';

/** More than any test sends; the oldest are dropped. */
const MOST = 20_000;

export const Mail = z.object({
  number: z.number().int().describe('counts from 1'),
  time: z.string().describe('when the request arrived'),
  sendAt: z.string().describe('later than time for an email after a wait'),
  type: z.enum(['transactional', 'campaign', 'workflow']),
  to: z.string(),
  name: z.string().describe('of the transactional email, the campaign or the workflow'),
  sourceId: z.string().describe('ID of the transactional email, the campaign or the workflow'),
  emailMessageId: z.string().nullable(),
  subject: z.string().nullable(),
  variables: z.record(z.string(), z.unknown()).describe('data variables, or properties of the event'),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), bytes: z.number().int() })),
  idempotencyKey: z.string().nullable(),
  contactId: z.string().nullable(),
  userId: z.string().nullable(),
});
export type Mail = z.infer<typeof Mail>;

interface Outbox {
  /** Of all emails, also those that were dropped. */
  count: number;
  /** Oldest first. */
  mails: Mail[];
  /** The number of those that were dropped, by `counterOf`. */
  dropped?: Record<string, number>;
}

export const outboxSection = section(
  'outbox',
  (): Outbox => ({ count: 0, mails: [] }),
  (saved) => isRecord(saved) && Array.isArray(saved['mails']),
);

/** Call it inside `Store.update`. Returns the saved email. */
export function addMail(account: Account, mail: Omit<Mail, 'number'>): Mail {
  const outbox = outboxSection.of(account);
  outbox.count += 1;
  const added = { number: outbox.count, ...mail };
  outbox.mails.push(added);
  const dropped = outbox.mails.length > MOST ? outbox.mails.shift() : undefined;
  if (dropped === undefined) return added;
  outbox.dropped ??= {};
  outbox.dropped[counterOf(dropped)] = (outbox.dropped[counterOf(dropped)] ?? 0) + 1;
  return added;
}

/** What has the metrics of an email: the transactional email, or the message of a workflow node. */
const counterOf = ({ type, sourceId, emailMessageId }: Mail): string =>
  type === 'transactional' ? sourceId : (emailMessageId ?? '');

/** The counters with the emails of the outbox that are due. All of them are delivered. */
export function withOutbox<C extends Counters>(counters: C, account: Account, id: string, now: number): C {
  // An account of a test may have no outbox.
  if (!Object.hasOwn(account, outboxSection.name)) return counters;
  const { mails, dropped = {} } = outboxSection.of(account);
  const due = mails.filter((mail) => counterOf(mail) === id && Date.parse(mail.sendAt) <= now).length;
  const sent = (dropped[id] ?? 0) + due;
  const { sends, deliveries } = counters;
  return { ...counters, sends: sends + sent, ...(deliveries === undefined ? {} : { deliveries: deliveries + sent }) };
}

/** The same store, which sends a webhook event for each email that a saved change has added and that is due at once. */
export const announcing = (store: Store, emit: Emit): Store => ({
  read: store.read,
  async update(change) {
    let added: readonly Mail[] = [];
    const result = await store.update((account) => {
      // An account of a test may have no outbox.
      if (!Object.hasOwn(account, outboxSection.name)) return change(account);
      const { count } = outboxSection.of(account);
      const changed = change(account);
      added = outboxSection.of(account).mails.filter(({ number }) => number > count);
      return changed;
    });
    for (const mail of added) if (mail.sendAt === mail.time) emit(sentEvent(mail));
    return result;
  },
});

const envelopeOf = (eventName: string, { time, contactId, to, userId }: Mail) => ({
  eventName,
  eventTime: Math.floor(Date.parse(time) / 1000),
  webhookSchemaVersion: '1.0.0',
  contactIdentity: { id: contactId, email: to, userId },
});

const emailOf = ({ number, emailMessageId, subject, name }: Mail) => ({
  id: seedId('sent email', String(number)),
  emailMessageId,
  subject: subject ?? name,
});

/** The event of a sent email, and how later events about it name its source. */
const SOURCES: Readonly<
  Record<Mail['type'], { readonly sent: string; readonly sourceType: string; readonly field: string }>
> = {
  transactional: { sent: 'transactional.email.sent', sourceType: 'transactional', field: 'transactional' },
  campaign: { sent: 'campaign.email.sent', sourceType: 'campaign', field: 'campaign' },
  workflow: { sent: 'loop.email.sent', sourceType: 'loop', field: 'loop' },
};

function sentEvent(mail: Mail): Readonly<Record<string, unknown>> {
  const { sent, field } = SOURCES[mail.type];
  return {
    ...envelopeOf(sent, mail),
    [`${field}Id`]: mail.sourceId,
    [`${field}Name`]: mail.name,
    email: emailOf(mail),
    ...(mail.type === 'transactional' ? {} : { mailingLists: [] }),
  };
}

/** The events of an email that has become due. */
export function eventsWhenDue(mail: Mail): ReadonlyArray<Readonly<Record<string, unknown>>> {
  const at = { ...mail, time: mail.sendAt };
  const { sourceType, field } = SOURCES[mail.type];
  const source = { sourceType, [`${field}Id`]: mail.sourceId };
  return [sentEvent(at), { ...envelopeOf('email.delivered', at), ...source, email: emailOf(mail) }];
}
