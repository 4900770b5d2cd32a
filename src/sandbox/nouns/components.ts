/** Components: list, show, create, and updates that reach every email with the component. */
import * as z from 'zod';
import type { Component } from '../../nouns/components/operations.ts';
import type { Account } from '../account.ts';
import { type Call, findOrRefuse, type Handler, ok, Refusal, type SandboxNoun } from '../handler.ts';
import { newId } from '../identifiers.ts';
import { compile, tagsOf, variablesIn } from '../lmx.ts';
import { answerPage } from '../paging.ts';
import { nonEmptyText, parseBody } from '../request-body.ts';
import { componentSection } from './components.seed.ts';
import { messagesWith, rewriteMessages } from './messages/cascade.ts';
import type { Parent } from './messages/parents.ts';
import type { Message } from './messages/record.ts';

// The API does not refuse unknown fields here.
const creation = z.object({ name: nonEmptyText('name'), lmx: nonEmptyText('lmx') });
const update = creation
  .partial()
  .refine(({ name, lmx }) => name !== undefined || lmx !== undefined, 'Provide at least one of: name, lmx.');

const find = (account: Account, call: Call): Component =>
  findOrRefuse(
    componentSection.of(account).find(({ id }) => id === call.parameter('componentId')),
    'Component',
  );

/** A component with content is an override: the email keeps it. */
const refersTo = (lmx: string, id: string): boolean =>
  tagsOf(lmx).some(
    ({ name, attributes, isEmpty }) => name === 'Component' && isEmpty && attributes.get('componentId') === id,
  );

const SUPPORTED: Readonly<Record<Parent['kind'], readonly string[]>> = {
  campaign: ['contact', 'system'],
  workflow: ['contact', 'event', 'system'],
  transactional: ['data', 'system'],
};

/** Throws a 422 `Refusal` for variables that one of the emails cannot have. */
function refuseVariables(lmx: string, using: readonly Message[]): void {
  const invalidTags = variablesIn(lmx)
    .filter(({ namespace }) => using.some(({ parent }) => !SUPPORTED[parent.kind].includes(namespace)))
    .map(({ namespace, name }) => `${namespace}.${name}`);
  if (invalidTags.length > 0) {
    throw new Refusal(422, 'Component uses unsupported contact properties.', { invalidTags });
  }
}

const create: Handler = async ({ body, service }) => {
  const given = parseBody(creation, body);
  compile(given.lmx);
  const component = { id: newId(service.random), ...given };
  await service.store.update((account) => componentSection.of(account).unshift(component));
  return { status: 201, body: component };
};

const change: Handler = async (call) => {
  const { name, lmx } = parseBody(update, call.body);
  if (lmx !== undefined) compile(lmx);
  const { service } = call;
  return service.store.update((account) => {
    const component = find(account, call);
    if (name !== undefined) Object.assign(component, { name });
    if (lmx === undefined || lmx === component.lmx) return ok({ ...component, affectedEmailCount: 0 });
    const using = messagesWith(account, (body) => body.includes(component.id) && refersTo(body, component.id));
    refuseVariables(lmx, using);
    Object.assign(component, { lmx });
    rewriteMessages(account, using, service);
    return ok({ ...component, affectedEmailCount: using.length });
  });
};

export const components: SandboxNoun = {
  sections: [componentSection],
  handlers: {
    'GET /v1/components': async (call) =>
      answerPage(call, {
        collection: 'components',
        items: componentSection.of(await call.service.store.read()),
        idOf: ({ id }) => id,
        show: (component) => component,
      }),
    'GET /v1/components/{componentId}': async (call) => ok(find(await call.service.store.read(), call)),
    'POST /v1/components': create,
    'POST /v1/components/{componentId}': change,
  },
};
