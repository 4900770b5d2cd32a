/** Contacts that are named on the command line or in a file. */
import * as z from 'zod';
import { openInput } from '../../batch/input.ts';
import type { Row } from '../../batch/row.ts';
import type { Context } from '../../define/command.ts';
import { type Failure, RunEnded, usage } from '../../errors.ts';
import { type Either, emailText, isEmail, userIdText } from './identity.ts';

export const severalContacts = {
  emails: z.array(emailText).default([]).describe('email addresses of the contacts').meta({ placeholder: 'email' }),
  userId: z
    .array(userIdText)
    .default([])
    .describe('user ID of a contact, the ID in your own system; may be repeated')
    .meta({ placeholder: 'id' }),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('CSV or NDJSON file with a column email or userId; - for stdin')
    .meta({ placeholder: 'file' }),
};

type Several = z.output<z.ZodObject<typeof severalContacts>>;

export interface Person {
  /** The line of the file, or the position on the command line. */
  readonly line: number;
  readonly identity: Either;
}

export interface People {
  readonly total: number;
  items(): AsyncIterable<Person>;
  /** Undefined for contacts that were named on the command line. */
  readonly journal: string | undefined;
  close(): Promise<void>;
}

/** Reads the whole file once, so that nothing is sent if a row is wrong. Rejects with `usage`. */
export async function openPeople(
  context: Context,
  { emails, userId, file }: Several,
  command: string,
): Promise<People> {
  const typed: readonly Either[] = [...emails.map((email) => ({ email })), ...userId.map((id) => ({ userId: id }))];
  if (file === undefined) return peopleOn(typed);
  if (typed.length > 0) throw usage("--file can't be combined with email addresses or --user-id.", 'Use one of them.');
  const input = await openInput(context, file, { command });
  async function* items(): AsyncIterable<Person> {
    for await (const row of input.rows()) yield { line: row.line, identity: identityIn(row, file ?? '') };
  }
  try {
    let total = 0;
    for await (const _ of items()) total++;
    if (total === 0) throw usage(`${file} has no rows.`);
    return { total, items, journal: input.journal, close: input.close };
  } catch (error) {
    await input.close();
    throw error;
  }
}

function peopleOn(typed: readonly Either[]): People {
  if (typed.length === 0) throw usage('No contact was given.', 'Pass an email address, --user-id or --file.');
  async function* items(): AsyncIterable<Person> {
    yield* typed.map((identity, index) => ({ line: index + 1, identity }));
  }
  return { total: typed.length, items, journal: undefined, close: async () => undefined };
}

/** An email address counts before a user ID in the same row. Other columns are ignored. */
function identityIn({ line, values, problem }: Row, file: string): Either {
  const failed = (what: string, hint?: string): Failure => usage(`Line ${line} of ${file}: ${what}.`, hint);
  if (problem !== undefined) throw failed(problem);
  if (!Object.hasOwn(values, 'email') && !Object.hasOwn(values, 'userId')) {
    throw failed('there is neither an email nor a userId', 'Name the column "email" or "userId" in the first line.');
  }
  const email = textOf(values['email']);
  if (email !== '') {
    if (!isEmail(email)) throw failed(`${JSON.stringify(email.slice(0, 80))} is not an email address`);
    return { email };
  }
  const userId = textOf(values['userId']);
  if (userId === '') throw failed('the row has no email address and no user ID');
  return { userId };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

/** Every contact, for commands that handle them together. */
export async function allOf(people: People): Promise<readonly Person[]> {
  const all: Person[] = [];
  for await (const person of people.items()) all.push(person);
  return all;
}

/** For a dry run: a recorded request ends the work on its item, and the others follow. */
export async function rehearseEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  let ended: RunEnded | undefined;
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (!(error instanceof RunEnded)) throw error;
      ended = error;
    }
  }
  if (ended !== undefined) throw ended;
}
