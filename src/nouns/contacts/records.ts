/** The commands for one contact: show, create, delete. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { View } from '../../define/view.ts';
import { Failure } from '../../errors.ts';
import { forgetContact } from './erasure.ts';
import { fieldFlags, fieldReads, readFields } from './field-flags.ts';
import {
  describeIdentity,
  type Either,
  emailText,
  exactlyOne,
  find,
  findExisting,
  oneContact,
  userIdText,
} from './identity.ts';
import { type Contact, createContact, deleteContact, findContact } from './operations.ts';
import { Person, personColumns, personReads, readPerson } from './person.ts';
import { noteStarts, startsToAsk } from './starts.ts';
import { triggerReads } from './triggers.ts';

export const written: View = { kind: 'details', columns: [{ heading: 'ID', path: 'id', kind: 'id' }] };

export const showCommand = command({
  notes:
    'Shows the fields of the contact, its mailing lists by name, and whether it is suppressed. A property that was never set is absent. In JSON, `contact` is what the API returns.',
  input: z.object(oneContact),
  positionals: ['email'],
  output: Person,
  calls: personReads,
  examples: [
    { does: 'By email address', line: 'contacts show ada@example.com' },
    { does: 'By the ID in your own system', line: 'contacts show --user-id user_42' },
    { does: 'One property', line: 'contacts show ada@example.com --json --fields contact.plan' },
  ],
  run: (context, input) => readPerson(context, exactlyOne(input)),
  view: { kind: 'details', columns: personColumns },
});

export const createCommand = command({
  notes: [
    'Properties and mailing lists are checked before anything is sent, because the API ignores properties that do not exist. Values get the type of the property.',
    'A new contact can start workflows: those for new contacts, for its properties and for its mailing lists. At a terminal, the command lists the live ones and asks for confirmation. In scripts, it prints them as a note and creates the contact. This check takes one request per workflow; --quiet and --json skip it.',
  ].join('\n\n'),
  input: z.object({ email: emailText, userId: userIdText.optional(), ...fieldFlags }),
  positionals: ['email'],
  output: createContact.output,
  calls: [...fieldReads, ...triggerReads, createContact],
  examples: [
    { does: 'With properties', line: 'contacts create eve@example.com --set plan=team --set seats=5' },
    { does: 'On a mailing list', line: 'contacts create eva@example.com --user-id user_77 --list "Product updates"' },
    { does: 'That receives no marketing emails', line: 'contacts create evi@example.com --set subscribed=false' },
  ],
  question: async (context, given) => {
    if (!context.canAsk()) return undefined;
    const fields = await readFields({ ...context, warn: () => undefined }, given);
    const starts = await startsToAsk(context, given, fields, true);
    return starts.length === 0 ? undefined : `Create the contact ${given.email}? ${starts.join(' ')}`;
  },
  run: async (context, given) => {
    const { email, userId, ...flags } = given;
    const fields = await readFields(context, flags);
    await noteStarts(context, given, fields, true);
    const names = { email, ...(userId === undefined ? {} : { userId }) };
    const created = await context.call(createContact, { ...names, ...fields }).catch(explainConflict);
    context.note('Created the contact.');
    return created;
  },
  view: written,
});

function explainConflict(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'conflict') throw error;
  throw error.withHint('A contact has this email address or user ID. Change it with `loopsctl contacts update`.');
}

/** Undefined without the effect "personal", which a deletion does not need. */
const findIfAllowed = (context: Context, identity: Either): Promise<Contact | undefined> =>
  find(context, identity).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'effect_not_allowed') return undefined;
    throw error;
  });

/** An earlier run may have deleted the contact without a response. */
const forgetIfGone =
  (context: Context, identity: Either, contact?: Contact) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Failure && error.code === 'not_found') await forgetContact(context, identity, contact);
    throw error;
  };

export const deleteCommand = command({
  notes:
    'The contact is deleted at once and for good. Metrics keep their counts, and emails that were sent remain in mailboxes. A suppression may remain too. `loopsctl contacts erase` also makes a backup and checks that the contact is gone.',
  input: z.object(oneContact),
  positionals: ['email'],
  output: deleteContact.output,
  calls: [findContact, deleteContact],
  examples: [
    { does: 'Print the request without sending it', line: 'contacts delete ada@example.com --dry-run' },
    { does: 'Delete without being asked', line: 'contacts delete --user-id user_44 --yes' },
  ],
  question: async (context, input) => {
    const identity = exactlyOne(input);
    const found = context.once(() => findExisting(context, identity));
    const { email = '' } = await found.catch(forgetIfGone(context, identity));
    const also = identity.email === undefined ? ` (${email})` : '';
    return `Delete the contact with ${describeIdentity(identity)}${also}? It can't be restored.`;
  },
  run: async (context, input) => {
    const identity = exactlyOne(input);
    const contact = context.canRead ? await context.once(() => findIfAllowed(context, identity)) : undefined;
    const deleted = await context.call(deleteContact, identity).catch(forgetIfGone(context, identity, contact));
    await forgetContact(context, identity, contact);
    context.note('Deleted the contact.');
    return deleted;
  },
  view: { kind: 'details', columns: [{ heading: 'Result', path: 'message' }] },
});
