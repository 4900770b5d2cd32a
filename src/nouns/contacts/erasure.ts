/** Erases one person: find, back up, delete, and find again. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import type { Operation } from '../../define/operation.ts';
import { Failure } from '../../errors.ts';
import { type Either, find, nameOf } from './identity.ts';
import { type Contact, deleteContact } from './operations.ts';
import { personOf, personReads } from './person.ts';

export const erasureCalls: readonly Operation[] = [...personReads, deleteContact];

/** What is kept about an erasure. It holds no personal data, only hashes of the address and the user ID. */
export const Receipt = z.object({
  line: z.number().int().describe('line of the file, or position on the command line'),
  result: z.enum(['erased', 'gone']).describe('gone: there was no such contact'),
  hashes: z.array(z.string()).describe('SHA-256 of the email address in lower case and of the user ID'),
  team: z.string(),
  deletedAt: z.string().nullable(),
  verifiedAt: z.string().describe('when the API found no such contact'),
  backup: z.string().nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

export interface ErasureOptions {
  readonly team: string;
  readonly backup: string | undefined;
  /** When the run began: what it tries again gets no second copy. */
  readonly started: Date;
}

const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** Removes a contact from the history of this machine, also under the names that it has in the account. */
export function forgetContact(context: Context, given: Either, contact: Contact = {}): Promise<void> {
  const { id } = contact;
  return context.forgetPerson([...identitiesOf(given, contact).map(nameOf), ...(typeof id === 'string' ? [id] : [])]);
}

/** Both names of a contact, so that it is found again under either of them. */
function identitiesOf(given: Either, { email, userId }: Contact): readonly Either[] {
  const emails = [given.email, email].filter((value) => typeof value === 'string' && value !== '');
  const userIds = [given.userId, userId].filter((value) => typeof value === 'string' && value !== '');
  return [
    ...[...new Set(emails.map((value) => String(value).toLowerCase()))].map((value) => ({ email: value })),
    ...[...new Set(userIds.map(String))].map((value) => ({ userId: value })),
  ];
}

/** Rejects with `conflict` where the contact is there again after it was deleted. */
export async function erase(
  context: Context,
  { line, identity }: { readonly line: number; readonly identity: Either },
  { team, backup, started }: ErasureOptions,
): Promise<Receipt> {
  // Without a response, the contact is taken to exist.
  const contact = context.canRead ? await find(context, identity) : {};
  const names = identitiesOf(identity, contact ?? {});
  const hashes = names.map((name) => hashOf(nameOf(name)));
  const common = { line, hashes, team };
  // Also on a machine where an earlier run has deleted the contact and was stopped.
  const forget = () => forgetContact(context, identity, contact);
  if (contact === undefined) {
    await forget();
    return { ...common, result: 'gone', deletedAt: null, verifiedAt: context.now().toISOString(), backup: null };
  }
  const saved =
    backup === undefined || context.isDryRun ? null : await backUp(context, identity, contact, { backup, started });
  await deleteOnce(context, identity);
  const deletedAt = context.now().toISOString();
  await forget();
  await verify(context, names);
  return { ...common, result: 'erased', deletedAt, verifiedAt: context.now().toISOString(), backup: saved };
}

/** Resolves when the contact was deleted, also by somebody else, and where only the response was lost. */
async function deleteOnce(context: Context, identity: Either): Promise<void> {
  try {
    await context.call(deleteContact, identity);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'not_found') return;
    const isUnknown = error.code === 'unavailable' || error.code === 'unexpected_response';
    if (!isUnknown || (await find(context, identity)) !== undefined) throw error;
  }
}

async function verify(context: Context, names: readonly Either[]): Promise<void> {
  for (const name of names) {
    if ((await find(context, name)) === undefined) continue;
    throw new Failure('conflict', 'The contact was deleted, and is there again.', {
      hint: 'Something creates it: an event, an import or an integration. Stop that, and erase the contact again.',
    });
  }
}

/** One file per contact, which only this user can read. Resolves to its path when it is on the disk. */
async function backUp(
  context: Context,
  identity: Either,
  contact: Contact,
  { backup: directory, started }: { readonly backup: string; readonly started: Date },
): Promise<string> {
  await context.files.makeDirectory(directory);
  const time = started.toISOString().replace(/\D/g, '').slice(0, 14);
  const id = /^[\w-]+$/.test(contact.id ?? '') ? contact.id : hashOf(nameOf(identity)).slice(7, 31);
  const path = join(directory, `contact-${id}-${time}.json`);
  const person = await personOf(context, identity, contact);
  await context.files.replacePrivate(path, `${JSON.stringify(person, undefined, 2)}\n`);
  return path;
}
