/** The operations on groups, the same for transactional and for campaign groups: list, show, create, update. */
import { type Account, type Group, UNSORTED } from '../account.ts';
import { type Call, findOrRefuse, type Handlers, ok, Refusal } from '../handler.ts';
import { newId } from '../identifiers.ts';
import { answerPage } from '../paging.ts';
import { nonEmptyText, parseChanges, parseFields, required, text } from '../request-body.ts';
import { timestampAfter } from '../timestamps.ts';

const FIELDS = { name: groupName, description: text };

export const groupHandlers: Handlers = {
  ...handlersFor('transactional-groups', 'Transactional group', (account) => account.transactionalGroups),
  ...handlersFor('campaign-groups', 'Campaign group', (account) => account.campaignGroups),
};

function handlersFor(collection: string, noun: string, groupsOf: (account: Account) => Group[]): Handlers {
  const findGroup = (account: Account, call: Call): Group =>
    findOrRefuse(
      groupsOf(account).find(({ id }) => id === call.id('id')),
      noun,
    );

  return {
    [`GET /v1/${collection}`]: async (call) =>
      answerPage(call, {
        collection,
        items: groupsOf(await call.service.store.read()),
        idOf: ({ id }) => id,
        show: (group) => group,
      }),

    [`POST /v1/${collection}`]: async ({ body, service }) => {
      const fields = parseFields(body, FIELDS);
      const name = required('name', fields.name);
      const group = await service.store.update((account) => {
        const groups = groupsOf(account);
        const createdAt = timestampAfter(service.now(), groups[0]?.createdAt);
        const description = fields.description ?? '';
        const created = { id: newId(service.random), name, description, createdAt, updatedAt: createdAt };
        groups.unshift(created);
        return created;
      });
      return ok(group);
    },

    [`GET /v1/${collection}/{id}`]: async (call) => ok(findGroup(await call.service.store.read(), call)),

    [`POST /v1/${collection}/{id}`]: async (call) => {
      const updated = await call.service.store.update((account) => {
        const group = findGroup(account, call);
        const fields = parseChanges(call.body, FIELDS);
        if (group.name === UNSORTED) throw new Refusal(400, `The ${UNSORTED} group cannot be edited.`);
        return Object.assign(group, fields, { updatedAt: timestampAfter(call.service.now(), group.updatedAt) });
      });
      return ok(updated);
    },
  };
}

function groupName(field: string, value: unknown): string {
  const name = nonEmptyText(field, value);
  if (name.trim() === UNSORTED) throw new Refusal(400, `${UNSORTED} is a reserved group name.`);
  return name;
}
