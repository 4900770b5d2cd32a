/** The operations on transactional emails: list, show, create, update, ensure a draft, publish, metrics. */
import { type Account, type TransactionalEmail, UNSORTED } from '../account.ts';
import { type Call, findOrRefuse, type Handlers, ok, Refusal, type Service } from '../handler.ts';
import { newId } from '../identifiers.ts';
import { answerPage } from '../paging.ts';
import { identifier, nonEmptyText, parseChanges, parseFields, refuseFields, required } from '../request-body.ts';
import { timestampAfter } from '../timestamps.ts';

const FIELDS = { name: nonEmptyText, transactionalGroupId: identifier };

export const transactionalEmailHandlers: Handlers = {
  'GET /v1/transactional-emails': async (call) =>
    answerPage(call, {
      collection: 'transactional-emails',
      items: (await call.service.store.read()).transactionalEmails,
      idOf: ({ record }) => record.id,
      show: ({ record }) => record,
    }),

  'POST /v1/transactional-emails': async ({ body, service }) => {
    const fields = parseFields(body, FIELDS);
    const name = required('name', fields.name);
    requireSendingDomain(service);
    const record = await service.store.update((account) => {
      const email = newEmail(account, service, name, fields.transactionalGroupId);
      account.transactionalEmails.unshift(email);
      return email.record;
    });
    return { status: 201, body: record };
  },

  'GET /v1/transactional-emails/{transactionalId}': async (call) =>
    ok(findEmail(await call.service.store.read(), call).record),

  'POST /v1/transactional-emails/{transactionalId}': (call) =>
    change(call, ({ record }, account) => {
      const fields = parseChanges(call.body, FIELDS);
      requireGroup(account, fields.transactionalGroupId);
      Object.assign(record, fields);
    }),

  'POST /v1/transactional-emails/{transactionalId}/draft': async (call) => {
    const { record } = findEmail(await call.service.store.read(), call);
    refuseFields(call.body);
    if (record.draftEmailMessageId !== null) return ok(record);
    requireSendingDomain(call.service);
    return change(call, (email) => {
      Object.assign(email.record, emptyDraft(call.service));
      email.draftDataVariables = [...email.record.dataVariables];
    });
  },

  'POST /v1/transactional-emails/{transactionalId}/publish': (call) =>
    change(call, ({ record, draftDataVariables }) => {
      refuseFields(call.body);
      if (record.draftEmailMessageId === null) {
        throw new Refusal(409, 'This transactional email has no draft to publish.');
      }
      record.publishedEmailMessageId = record.draftEmailMessageId;
      record.draftEmailMessageId = null;
      record.draftEmailMessageContentRevisionId = null;
      record.dataVariables = draftDataVariables;
    }),

  'GET /v1/transactional-emails/{transactionalId}/metrics': async (call) =>
    ok(findEmail(await call.service.store.read(), call).metrics),
};

/** Applies an edit to the addressed email and answers with its record. */
async function change(call: Call, edit: (email: TransactionalEmail, account: Account) => void) {
  const { store, now } = call.service;
  const record = await store.update((account) => {
    const email = findEmail(account, call);
    edit(email, account);
    email.record.updatedAt = timestampAfter(now(), email.record.updatedAt);
    return email.record;
  });
  return ok(record);
}

const findEmail = (account: Account, call: Call): TransactionalEmail =>
  findOrRefuse(
    account.transactionalEmails.find(({ record }) => record.id === call.id('transactionalId')),
    'Transactional email',
  );

function newEmail(account: Account, service: Service, name: string, groupId: string | undefined): TransactionalEmail {
  requireGroup(account, groupId);
  const defaultGroup = account.transactionalGroups.find((group) => group.name === UNSORTED);
  const createdAt = timestampAfter(service.now(), account.transactionalEmails[0]?.record.createdAt);
  const record = {
    id: newId(service.random),
    name,
    ...emptyDraft(service),
    publishedEmailMessageId: null,
    transactionalGroupId: groupId ?? defaultGroup?.id ?? null,
    createdAt,
    updatedAt: createdAt,
    dataVariables: [],
  };
  const metrics = { sends: 0, deliveries: 0, spamReports: 0, hardBounces: 0, softBounces: 0 };
  return { record, draftDataVariables: [], metrics };
}

const emptyDraft = ({ random }: Service) => ({
  draftEmailMessageId: newId(random),
  draftEmailMessageContentRevisionId: newId(random),
});

function requireSendingDomain({ sendingDomain }: Service): void {
  if (!sendingDomain) throw new Refusal(400, 'Set up a sending domain before creating emails.');
}

function requireGroup(account: Account, groupId: string | undefined): void {
  if (groupId === undefined || account.transactionalGroups.some((group) => group.id === groupId)) return;
  throw new Refusal(400, 'transactionalGroupId does not name a transactional group of your team.');
}
