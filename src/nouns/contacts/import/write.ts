/** Writes one row: the requests of each mode, and what to do where the outcome of a write is unknown. */
import * as z from 'zod';
import type { Performed, Turn } from '../../../batch/run.ts';
import type { Context } from '../../../define/command.ts';
import { Failure } from '../../../errors.ts';
import { readable } from '../../readable.ts';
import { find } from '../identity.ts';
import { type Contact, createContact, findContact, updateContact } from '../operations.ts';
import { hasAlready } from './compare.ts';
import type { ContactBody, ContactItem } from './row-item.ts';

export const MODES = ['upsert', 'create', 'update'] as const;
export type Mode = (typeof MODES)[number];

export interface WriteOptions {
  readonly mode: Mode;
  readonly onlyChanged: boolean;
  /** Looks up both IDs of a row that has both. */
  readonly checkIds: boolean;
  /** Keys of properties whose values are dates. */
  readonly dates: ReadonlySet<string>;
}

export const writeCalls = [findContact, createContact, updateContact] as const;

/** What a write has to return: anything else leaves open whether it was carried out. */
const Written = z.looseObject({ success: z.literal(true), id: z.string().min(1) });

const idOf = ({ id }: Contact): string => readable(z.string().min(1), id, 'ID of the contact');

/** The most requests that a row takes. */
export const requestsOf = ({ mode, onlyChanged, checkIds }: WriteOptions, hasBothIds: boolean): number => {
  if (mode === 'create') return 1;
  return hasBothIds && checkIds ? 3 : onlyChanged || mode === 'update' ? 2 : 1;
};

/** Rejects with a `Failure` where the row was not written. */
export async function writeRow(
  context: Context,
  { body, problem }: ContactItem,
  { begunAt }: Turn,
  options: WriteOptions,
): Promise<Performed> {
  if (problem !== undefined) throw new Failure('rejected', `The row was not sent: ${problem}.`);
  return options.mode === 'create' ? create(context, body, begunAt, options) : update(context, body, options);
}

/** The API has no update that creates nothing, so a contact is looked up first where that matters. */
async function update(context: Context, body: ContactBody, options: WriteOptions): Promise<Performed> {
  const { mode, onlyChanged, checkIds, dates } = options;
  const hasBoth = body.email !== undefined && body.userId !== undefined;
  const looksUp = onlyChanged || mode === 'update' || (hasBoth && checkIds);
  const found = looksUp ? await findTarget(context, body, hasBoth && checkIds) : undefined;
  if (mode === 'update' && found === undefined) throw new Failure('not_found', 'No contact matches.');
  if (onlyChanged && found !== undefined && hasAlready(found, body, dates)) {
    return { result: 'unchanged', id: found.id };
  }
  const { id } = readable(Written, await context.call(updateContact, body), 'ID of the contact');
  return { result: found !== undefined ? 'updated' : looksUp ? 'created' : 'written', id };
}

/** The contact that the API would change. Rejects with `conflict` where the two IDs belong to two contacts. */
async function findTarget(
  context: Context,
  { email, userId }: ContactBody,
  both: boolean,
): Promise<Contact | undefined> {
  const byEmail = email === undefined ? undefined : await find(context, { email });
  const isSame = byEmail !== undefined && byEmail.userId === userId;
  if (isSame || userId === undefined || (email !== undefined && !both)) return byEmail;
  const byUserId = await find(context, { userId });
  if (byEmail !== undefined && byUserId !== undefined && idOf(byEmail) !== idOf(byUserId)) {
    throw new Failure('conflict', 'The email address and the user ID belong to different contacts.');
  }
  return byEmail ?? byUserId;
}

async function create(
  context: Context,
  body: ContactBody,
  begunAt: Date | undefined,
  { dates }: WriteOptions,
): Promise<Performed> {
  const { email = '', ...fields } = body;
  const earlier = begunAt === undefined ? undefined : await createdEarlier(context, body, dates);
  if (earlier !== undefined) return earlier;
  try {
    const { id } = readable(Written, await context.call(createContact, { email, ...fields }), 'ID of the contact');
    return { result: 'created', id };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const created = await createdEarlier(context, body, dates).catch(() => undefined);
    if (created === undefined) throw error;
    return created;
  }
}

const isUnknown = (error: unknown): boolean =>
  error instanceof Failure && (error.code === 'unavailable' || error.code === 'unexpected_response');

/** A request whose response was lost has probably created the contact that has all its values. */
async function createdEarlier(
  context: Context,
  body: ContactBody,
  dates: ReadonlySet<string>,
): Promise<Performed | undefined> {
  const { email } = body;
  if (email === undefined) return undefined;
  const found = await find(context, { email });
  return found !== undefined && hasAlready(found, body, dates) ? { result: 'created', id: found.id } : undefined;
}
