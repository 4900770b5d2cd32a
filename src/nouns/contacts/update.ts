/** `contacts update`: changes a contact that exists, because the API would create one that does not. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { isRecord, textOf } from '../../define/json.ts';
import { quotedName } from '../../define/names.ts';
import { Failure, usage } from '../../errors.ts';
import { references } from '../ids.ts';
import { readable } from '../readable.ts';
import { type ContactFields, fieldFlags, fieldReads, readFields } from './field-flags.ts';
import { find, nameOf, oneContact } from './identity.ts';
import { type Contact, findContact, updateContact } from './operations.ts';
import { written } from './records.ts';
import { noteStarts, startsToAsk } from './starts.ts';
import { triggerReads } from './triggers.ts';

const input = z
  .object({
    ...oneContact,
    ...fieldFlags,
    create: z.boolean().default(false).describe('create the contact if none matches'),
    allowResubscribe: z
      .boolean()
      .default(false)
      .describe('allow --set subscribed=true, which subscribes a person who had unsubscribed'),
  })
  .refine(({ email, userId }) => email !== undefined || userId !== undefined, {
    error: 'pass an email address, --user-id, or both',
  })
  .refine(
    ({ email, userId, set, unset, list }) =>
      set.length + unset.length + list.length > 0 || (email !== undefined && userId !== undefined),
    { error: 'at least one is required: --set, --unset, --list' },
  );
type Input = z.output<typeof input>;

const idOf = ({ id }: Contact): string => readable(z.string().min(1), id, 'ID of the contact');

/** The contact that the API would change. Rejects where that is not certain. */
async function target(context: Context, { email, userId, create }: Input): Promise<Contact | undefined> {
  const [byEmail, byUserId] = await Promise.all([
    email === undefined ? undefined : find(context, { email }),
    userId === undefined ? undefined : find(context, { userId }),
  ]);
  const ids = [byEmail, byUserId].flatMap((found) => (found === undefined ? [] : [idOf(found)]));
  if (new Set(ids).size > 1) {
    throw usage(
      `Two contacts match: one has the email address ${email}, the other the user ID ${JSON.stringify(userId)}. Nothing was changed.`,
      'Pass only one of them.',
    );
  }
  const found = byEmail ?? byUserId;
  if (found === undefined && !create) {
    throw new Failure('not_found', 'No contact matches. Nothing was changed.', {
      hint: 'Pass --create to create the contact, or see `loopsctl contacts create`.',
    });
  }
  if (found === undefined && email === undefined) throw usage('A new contact needs an email address.');
  return found;
}

/** What the question has to mention; none where nothing needs one. */
function consequences(found: Contact | undefined, { email, userId }: Input, fields: ContactFields): readonly string[] {
  if (found === undefined) return [];
  const named = textOf(found.email ?? found.userId ?? found.id);
  const newEmail = email !== undefined && textOf(found.email).toLowerCase() !== email.toLowerCase();
  const newUserId = userId !== undefined && (found.userId ?? userId) !== userId;
  return [
    ...(newEmail ? [`Change the email address of ${named} to ${email}?`] : []),
    ...(newUserId ? [`Change the user ID of ${named} from ${textOf(found.userId)} to ${userId}?`] : []),
    ...(fields.subscribed === true && found.subscribed !== true
      ? [`Subscribe ${named} again? Only a person who asked for it may be subscribed again.`]
      : []),
  ];
}

/** The API accepts an addition to a list that the person has left, and ignores it. */
async function warnOfLeftLists(context: Context, found: Contact | undefined, fields: ContactFields): Promise<void> {
  const before = isRecord(found?.mailingLists) ? found.mailingLists : {};
  const again = Object.entries(fields.mailingLists ?? {}).flatMap(([id, joins]) =>
    joins && before[id] === false ? [id] : [],
  );
  if (again.length === 0) return;
  const names = await context.names();
  const quoted = again.map((id) => quotedName(id, names)).join(', ');
  context.warn(
    `The contact was taken off ${quoted} before. If the person left it, the API accepts the addition but ignores it.`,
  );
}

async function plan(context: Context, given: Input) {
  const fields = await readFields(context, given);
  if (fields.subscribed === true && !given.allowResubscribe) {
    throw usage(
      '"subscribed" can only be set to true with --allow-resubscribe.',
      'Add it only for a person who asked to receive emails again.',
    );
  }
  return { fields, found: context.canRead ? await target(context, given) : undefined };
}

export const updateCommand = command({
  notes: [
    'The contact is looked up first, with one more request, because the API creates a contact if none matches. A contact that is deleted between the two requests is created again.',
    'With an email address and --user-id, a contact that has one of them gets the other one too. If that replaces a value, the command asks for confirmation. If they belong to different contacts, nothing is changed.',
    'With --journal-personal, the values before are kept on this machine, so that `loopsctl undo` can restore them.',
    'Properties and mailing lists are checked before anything is sent, because the API ignores properties that do not exist. A change can start workflows: at a terminal, the command lists the live ones and asks for confirmation, and in scripts it prints them as a note (not with --quiet or --json). If the person has left a mailing list, Loops accepts the addition, but it has no effect.',
  ].join('\n\n'),
  input,
  positionals: ['email'],
  output: updateContact.output,
  calls: [...fieldReads, ...triggerReads, findContact, updateContact],
  examples: [
    { does: 'Set and clear properties', line: 'contacts update ada@example.com --set plan=pro --unset title' },
    { does: 'Leave a mailing list', line: 'contacts update ada@example.com --list "Beta testers=off"' },
    {
      does: 'Keep the values before, for `undo`',
      line: 'contacts update ada@example.com --set plan=pro --journal-personal',
    },
    { does: 'Unsubscribe from marketing emails', line: 'contacts update --user-id user_42 --set subscribed=false' },
  ],
  question: async (context, given) => {
    // Nothing else can need a question in a script, and it takes requests that `run` repeats.
    const mayAsk = given.allowResubscribe || (given.email !== undefined && given.userId !== undefined);
    if (!mayAsk && !context.canAsk()) return undefined;
    const { found, fields } = await plan({ ...context, warn: () => undefined }, given);
    const asked = consequences(found, given, fields);
    const starts = await startsToAsk(context, given, fields, found === undefined);
    if (asked.length + starts.length === 0) return undefined;
    return [...(asked.length === 0 ? [`Update ${nameOf(given)}?`] : asked), ...starts].join(' ');
  },
  run: async (context, given) => {
    const { email, userId } = given;
    const { fields, found } = await plan(context, given);
    await noteStarts(context, given, fields, found === undefined);
    await warnOfLeftLists(context, found, fields);
    const names = { ...(email === undefined ? {} : { email }), ...(userId === undefined ? {} : { userId }) };
    const updated = await context.call(updateContact, { ...names, ...fields });
    context.note(found === undefined ? 'Created the contact.' : 'Updated the contact.');
    return updated;
  },
  shows: references('mailing list'),
  view: written,
});
