/** Which contact a command is about: an email address or a user ID. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { Failure, usage } from '../../errors.ts';
import { readable } from '../readable.ts';
import { type Contact, findContact } from './operations.ts';
import { LONGEST_TEXT } from './property-values.ts';

/** At least a character on both sides of one `@`, and no spaces. The API checks the rest. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

export const emailText = z
  .string()
  .max(LONGEST_TEXT)
  .refine(isEmail, 'expected an email address')
  .describe('email address of the contact')
  .meta({ placeholder: 'email' });

export const userIdText = z
  .string()
  .min(1)
  .max(LONGEST_TEXT)
  .describe('user ID of the contact, the ID in your own system')
  .meta({ placeholder: 'id' });

/** Exactly one of the two: the API refuses both. */
export const oneContact = { email: emailText.optional(), userId: userIdText.optional() };

export interface Identity {
  readonly email?: string | undefined;
  readonly userId?: string | undefined;
}

export type Either =
  | { readonly email: string; readonly userId?: undefined }
  | { readonly userId: string; readonly email?: undefined };

/** Throws a `usage` failure unless exactly one is given. */
export function exactlyOne({ email, userId }: Identity): Either {
  if (email !== undefined && userId !== undefined) {
    throw usage("An email address can't be combined with --user-id.", 'Pass one of them.');
  }
  if (email !== undefined) return { email };
  if (userId !== undefined) return { userId };
  throw usage('No contact was given.', 'Pass an email address, or --user-id.');
}

/** As typed, for a column. */
export const nameOf = ({ email, userId }: Identity): string => email ?? userId ?? '';

/** `the email address ada@example.com` or `the user ID "42"`. */
export const describeIdentity = ({ email, userId }: Either): string =>
  email === undefined ? `the user ID ${JSON.stringify(userId)}` : `the email address ${email}`;

/** Other fields are shown as they are. */
const Found = z.looseObject({});

/** Undefined where no contact matches. */
export async function find(context: Context, identity: Either): Promise<Contact | undefined> {
  const [contact] = readable(z.array(Found), await context.call(findContact, identity), 'contact');
  return contact as Contact | undefined;
}

/** Rejects with `not_found` where no contact matches. */
export async function findExisting(context: Context, identity: Either): Promise<Contact> {
  const contact = await find(context, identity);
  if (contact !== undefined) return contact;
  throw new Failure('not_found', `No contact has ${describeIdentity(identity)}.`);
}
