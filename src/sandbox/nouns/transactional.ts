/** Transactional emails: list, show, create, update, draft, publish, metrics. */
import * as z from 'zod';
import type { Account } from '../account.ts';
import { collection } from '../collection.ts';
import { countersAt } from '../counters.ts';
import { ok, Refusal, type SandboxNoun, type Service } from '../handler.ts';
import { newId } from '../identifiers.ts';
import { withOutbox } from '../outbox.ts';
import { changes, identifier, nonEmptyText, refuseFields } from '../request-body.ts';
import { transactionalGroups, UNSORTED } from './groups.ts';
import { findMessage } from './messages/record.ts';
import { EMPTY, savedMessages } from './messages/saved.ts';
import { type Email, transactionalEmails } from './transactional.seed.ts';

const fields = { name: nonEmptyText('name'), transactionalGroupId: identifier('transactionalGroupId') };

const emails = collection('transactional-emails', {
  section: transactionalEmails,
  noun: 'Transactional email',
  placeholder: 'transactionalId',
  recordOf: ({ record }: Email) => record,
  create: {
    body: z.strictObject({ ...fields, transactionalGroupId: fields.transactionalGroupId.optional() }),
    status: 201,
    make({ name, transactionalGroupId }, { account, service, createdAt }): Email {
      requireSendingDomain(service);
      requireGroup(account, transactionalGroupId);
      const defaultGroup = transactionalGroups.of(account).find((group) => group.name === UNSORTED);
      const id = newId(service.random);
      const draft = newDraft(service);
      const { draftEmailMessageId, draftEmailMessageContentRevisionId } = draft;
      savedMessages.of(account)[draftEmailMessageId] = {
        ...EMPTY,
        contentRevisionId: draftEmailMessageContentRevisionId,
        updatedAt: createdAt,
      };
      return {
        record: {
          id,
          name,
          ...draft,
          publishedEmailMessageId: null,
          transactionalGroupId: transactionalGroupId ?? defaultGroup?.id ?? null,
          createdAt,
          updatedAt: createdAt,
          dataVariables: [],
        },
        draftDataVariables: [],
        metrics: { sends: 0, deliveries: 0, spamReports: 0, hardBounces: 0, softBounces: 0 },
        countedAt: service.now(),
      };
    },
  },
  update: {
    body: changes(fields),
    change({ record }, given, account) {
      requireGroup(account, given.transactionalGroupId);
      Object.assign(record, given);
    },
  },
});

const newDraft = ({ random }: Service) => ({
  draftEmailMessageId: newId(random),
  draftEmailMessageContentRevisionId: newId(random),
});

function requireSendingDomain({ sendingDomain }: Service): void {
  if (!sendingDomain) throw new Refusal(400, 'Set up a sending domain before creating emails.');
}

function requireGroup(account: Account, groupId: string | undefined): void {
  if (groupId === undefined || transactionalGroups.of(account).some((group) => group.id === groupId)) return;
  throw new Refusal(400, 'transactionalGroupId does not name a transactional group of your team.');
}

export const transactional: SandboxNoun = {
  sections: [transactionalEmails],
  handlers: {
    ...emails.handlers,

    'POST /v1/transactional-emails/{transactionalId}/draft': async (call) => {
      const { record } = emails.find(await call.service.store.read(), call);
      refuseFields(call.body);
      if (record.draftEmailMessageId !== null) return ok(record);
      requireSendingDomain(call.service);
      return emails.change(call, (email, account) => {
        const { publishedEmailMessageId } = email.record;
        const draft = newDraft(call.service);
        const { draftEmailMessageId, draftEmailMessageContentRevisionId: contentRevisionId } = draft;
        const published =
          publishedEmailMessageId === null ? EMPTY : findMessage(account, publishedEmailMessageId).content;
        savedMessages.of(account)[draftEmailMessageId] = { ...published, contentRevisionId };
        Object.assign(email.record, draft);
        email.draftDataVariables = [...email.record.dataVariables];
      });
    },

    'POST /v1/transactional-emails/{transactionalId}/publish': (call) =>
      emails.change(call, ({ record, draftDataVariables }) => {
        refuseFields(call.body);
        if (record.draftEmailMessageId === null) {
          throw new Refusal(409, 'This transactional email has no draft to publish.');
        }
        Object.assign(record, {
          publishedEmailMessageId: record.draftEmailMessageId,
          draftEmailMessageId: null,
          draftEmailMessageContentRevisionId: null,
          dataVariables: draftDataVariables,
        });
      }),

    'GET /v1/transactional-emails/{transactionalId}/metrics': async (call) => {
      const account = await call.service.store.read();
      const { record, metrics, countedAt } = emails.find(account, call);
      const now = call.service.now();
      return ok(withOutbox(countersAt(metrics, countedAt, now, record.id), account, record.id, now));
    },
  },
};
