/** Contacts: create, update, find, delete, and their suppression. */
import * as z from 'zod';
import { contactSection, findSaved, type Identity, remove } from '../contact-book.ts';
import { announceChange, announceDeletion } from '../contact-events.ts';
import { identityIn, writeContact } from '../contact-write.ts';
import { type Answer, type Call, findOrRefuse, ok, Refusal, type SandboxNoun } from '../handler.ts';
import { parseBody } from '../request-body.ts';
import { isSuppressed, quotaOf, suppressionSection, unsuppress } from '../suppression.ts';
import type { SavedContact } from './contacts.seed.ts';
import { mailingLists } from './lists.ts';

const OpenBody = z.record(z.string(), z.unknown());

/** Throws a 400 `Refusal` unless exactly one of the two is given. */
function exactlyOne(given: Readonly<Record<string, unknown>>): Identity {
  if ((given['email'] ?? undefined) !== undefined && (given['userId'] ?? undefined) !== undefined) {
    throw new Refusal(400, 'Provide either an email or a userId, not both.');
  }
  return identityIn(given);
}

const identityInQuery = ({ url }: Call): Identity =>
  exactlyOne({ email: url.searchParams.get('email'), userId: url.searchParams.get('userId') });

async function write({ body, service }: Call, mode: 'create' | 'update'): Promise<Answer> {
  const fields = parseBody(OpenBody, body);
  if (mode === 'create' && typeof fields['email'] !== 'string') throw new Refusal(400, 'Invalid email address.');
  const { change, lists } = await service.store.update((account) => {
    if (mode === 'create' && findSaved(account, identityIn(fields)) !== undefined) {
      throw new Refusal(409, 'Email or userId is already on list.');
    }
    return { change: writeContact(account, fields, service), lists: mailingLists.of(account) };
  });
  announceChange(change, lists, service);
  return ok({ success: true, id: change.contact.id });
}

const identityOf = ({ contact: { id, email, userId = null } }: SavedContact) => ({ id, email, userId });

export const contacts: SandboxNoun = {
  sections: [contactSection, suppressionSection],
  handlers: {
    'POST /v1/contacts/create': (call) => write(call, 'create'),

    'PUT /v1/contacts/update': (call) => write(call, 'update'),

    'GET /v1/contacts/find': async (call) => {
      const saved = findSaved(await call.service.store.read(), identityInQuery(call));
      return ok(saved === undefined ? [] : [saved.contact]);
    },

    'POST /v1/contacts/delete': async ({ body, service }) => {
      const identity = exactlyOne(parseBody(OpenBody, body));
      const deleted = await service.store.update((account) => {
        const saved = findOrRefuse(findSaved(account, identity), 'Contact');
        remove(account, saved);
        return saved.contact;
      });
      announceDeletion(deleted, service);
      return ok({ success: true, message: 'Contact deleted.' });
    },

    'GET /v1/contacts/suppression': async (call) => {
      const account = await call.service.store.read();
      const saved = findOrRefuse(findSaved(account, identityInQuery(call)), 'Contact');
      return ok({
        contact: identityOf(saved),
        isSuppressed: isSuppressed(account, saved.contact.email),
        removalQuota: quotaOf(account, call.service),
      });
    },

    'DELETE /v1/contacts/suppression': async (call) => {
      const { service } = call;
      const identity = identityInQuery(call);
      const removalQuota = await service.store.update((account) => {
        const saved = findOrRefuse(findSaved(account, identity), 'Contact');
        return unsuppress(account, saved.contact.email, service);
      });
      return ok({ success: true, message: 'Email removed from suppression list.', removalQuota });
    },
  },
};
