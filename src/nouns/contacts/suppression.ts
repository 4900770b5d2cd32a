/** `contacts suppression`: shows and removes suppressions, with the number of removals that are left. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { View } from '../../define/view.ts';
import { asFailure, type Failure, worstExitCode } from '../../errors.ts';
import { formatCount } from '../../text/number.ts';
import { readable } from '../readable.ts';
import { describeIdentity, type Either, nameOf } from './identity.ts';
import { getSuppression, RemovalQuota, removeSuppression } from './operations.ts';
import { yesOrNo } from './person.ts';
import { allOf, openPeople, rehearseEach, severalContacts } from './several.ts';

const RowError = z.object({ code: z.string(), message: z.string() });
const errorOf = ({ code, message }: Failure) => ({ error: { code, message } });

const ShownRow = z.object({
  name: z.string().describe('the email address or user ID as it was given'),
  isSuppressed: z.boolean().nullable(),
  removalQuota: RemovalQuota.nullable(),
  error: RowError.optional(),
});
type ShownRow = z.infer<typeof ShownRow>;

const several = z.object(severalContacts);

async function contactsIn(context: Context, given: z.output<typeof several>, name: string): Promise<readonly Either[]> {
  const people = await openPeople(context, given, name);
  try {
    return (await allOf(people)).map(({ identity }) => identity);
  } finally {
    await people.close();
  }
}

const State = z.object({ isSuppressed: z.boolean(), removalQuota: RemovalQuota });

const readState = async (context: Context, identity: Either) =>
  readable(State, await context.call(getSuppression, identity), 'suppression');

const failedAs = (rows: readonly { readonly error?: { readonly code: string } | undefined }[]): number =>
  worstExitCode(rows.flatMap(({ error }) => error ?? []));

function quotaText(value: unknown): string {
  const quota = RemovalQuota.safeParse(value).data;
  return quota === undefined ? '' : `${quota.remaining} of ${quota.limit}`;
}

const showErrors = { heading: 'ERROR', path: 'error.message', optional: true } as const;

export const showCommand = command({
  notes:
    'Loops suppresses an address after a hard bounce or a complaint: from then on, it gets no email. The number of removals within 30 days is limited. There is no list of all suppressed addresses; look up the ones that you know.',
  input: several,
  positionals: ['emails'],
  output: z.array(ShownRow),
  calls: [getSuppression],
  examples: [
    { does: 'One contact', line: 'contacts suppression show gone@acme.test' },
    { does: 'Several', line: 'contacts suppression show gone@acme.test ada@example.com --user-id user_48' },
  ],
  run: async (context, given) => {
    const contacts = await contactsIn(context, given, 'contacts suppression show');
    const outcomes = await context.settle(contacts, (identity) => readState(context, identity));
    return outcomes.map(
      ({ item, value, failure }): ShownRow => ({
        name: nameOf(item),
        isSuppressed: value?.isSuppressed ?? null,
        removalQuota: value?.removalQuota ?? null,
        ...(failure === undefined ? {} : errorOf(failure)),
      }),
    );
  },
  view: {
    kind: 'table',
    columns: [
      { heading: 'CONTACT', path: 'name', kind: 'id' },
      { heading: 'SUPPRESSED', path: 'isSuppressed', show: yesOrNo },
      { heading: 'REMOVALS LEFT', path: 'removalQuota', show: quotaText },
      showErrors,
    ],
    empty: 'No contacts.',
  },
  verdict: failedAs,
});

const RESULTS = ['removed', 'not suppressed', 'failed', 'not tried'] as const;

const RemovedRow = z.object({
  name: ShownRow.shape.name,
  result: z.enum(RESULTS),
  removalQuota: RemovalQuota.nullable().describe('after this contact'),
  error: RowError.optional(),
});
type RemovedRow = z.infer<typeof RemovedRow>;

/** One contact. The state is read first, because the API reports two different refusals with the same status. */
async function removeOne(context: Context, identity: Either): Promise<RemovedRow | 'quota used up'> {
  const name = nameOf(identity);
  if (context.canRead) {
    const { isSuppressed, removalQuota } = await readState(context, identity);
    if (!isSuppressed) return { name, result: 'not suppressed', removalQuota };
    if (removalQuota.remaining === 0) return 'quota used up';
  }
  const { removalQuota: after } = await context.call(removeSuppression, identity);
  return { name, result: 'removed', removalQuota: RemovalQuota.safeParse(after).data ?? null };
}

/** Failures that concern one contact; after any other, no further request is made. */
const CONCERNS_ONE = ['not_found', 'rejected', 'conflict'];

async function removeAll(context: Context, contacts: readonly Either[]): Promise<readonly RemovedRow[]> {
  if (context.isDryRun) await rehearseEach(contacts, (identity) => removeOne(context, identity));
  const rows: RemovedRow[] = [];
  let stopped: RemovedRow['error'];
  for (const [index, identity] of contacts.entries()) {
    const name = nameOf(identity);
    if (stopped !== undefined) {
      rows.push({ name, result: 'not tried', removalQuota: null, error: stopped });
      continue;
    }
    try {
      const row = await removeOne(context, identity);
      if (row === 'quota used up') {
        stopped = { code: 'rejected', message: 'No removals are left in this 30-day period.' };
        rows.push({ name, result: 'not tried', removalQuota: null, error: stopped });
      } else rows.push(row);
    } catch (error) {
      const failure = asFailure(error);
      if (rows.length === 0 && contacts.length === 1) throw failure;
      if (!CONCERNS_ONE.includes(failure.code)) stopped = { code: failure.code, message: failure.message };
      rows.push({ name, result: 'failed', removalQuota: null, ...errorOf(failure) });
    }
    context.progress({ done: index + 1, total: contacts.length });
  }
  return rows;
}

const HARM = 'Every further bounce harms the reputation of your sending domain';

const removed: View = {
  kind: 'table',
  columns: [
    { heading: 'CONTACT', path: 'name', kind: 'id' },
    { heading: 'RESULT', path: 'result' },
    { heading: 'REMOVALS LEFT', path: 'removalQuota', show: quotaText },
    showErrors,
  ],
  empty: 'No contacts.',
};

export const removeCommand = command({
  notes: `Removes suppressions one after the other, with two requests each, and stops when no removals are left. The rest is listed. ${HARM}: remove only addresses that can receive email again.`,
  input: several,
  positionals: ['emails'],
  output: z.array(RemovedRow),
  calls: [getSuppression, removeSuppression],
  examples: [
    { does: 'Print the request without sending it', line: 'contacts suppression remove gone@acme.test --dry-run' },
    { does: 'Remove without being asked', line: 'contacts suppression remove hana@acme.test --yes' },
  ],
  question: async (context, given) => {
    // Standard input can be read only once.
    const contacts = given.file === '-' ? [] : await contactsIn(context, given, 'contacts suppression remove');
    const [first] = contacts;
    if (first === undefined) return `Remove the suppression of the contacts in the input? ${HARM}.`;
    const quota = contacts.length === 1 ? await quotaOf(context, first) : '';
    const what = contacts.length === 1 ? describeIdentity(first) : formatCount(contacts.length, 'contact');
    return `Remove the suppression of ${what}?${quota} ${HARM}.`;
  },
  run: async (context, given) => {
    const contacts = await contactsIn(context, given, 'contacts suppression remove');
    const rows = await removeAll(context, contacts);
    const done = rows.filter(({ result }) => result === 'removed').length;
    const last = rows.findLast(({ removalQuota }) => removalQuota !== null)?.removalQuota;
    if (last) {
      context.note(
        `Removed ${formatCount(done, 'suppression')}. Removals left: ${last.remaining} of ${last.limit} (${last.remaining + done} before).`,
      );
    }
    return rows;
  },
  view: removed,
  verdict: failedAs,
});

async function quotaOf(context: Context, identity: Either): Promise<string> {
  const { removalQuota } = await readState(context, identity);
  return ` ${removalQuota.remaining} of ${removalQuota.limit} removals are left.`;
}
