/** `contacts erase`: deletes people with a backup, a check that they are gone, and a receipt. */
import * as z from 'zod';
import { runBatch } from '../../batch/run.ts';
import { BatchResult, batchVerdict, createTally } from '../../batch/tally.ts';
import { type Context, command } from '../../define/command.ts';
import { valueAt } from '../../define/json.ts';
import type { Column } from '../../define/view.ts';
import { formatCount } from '../../text/number.ts';
import { checkApiKey } from '../api-key.ts';
import { erase, erasureCalls, Receipt } from './erasure.ts';
import { describeIdentity, nameOf } from './identity.ts';
import { allOf, openPeople, type People, type Person, rehearseEach, severalContacts } from './several.ts';

const input = z.object({
  ...severalContacts,
  backup: z
    .string()
    .min(1)
    .optional()
    .describe('directory for a copy of each contact before it is deleted')
    .meta({ placeholder: 'directory', completes: 'files' }),
  receipt: z
    .string()
    .min(1)
    .optional()
    .describe('add a line of JSON for each erased contact to this file')
    .meta({ placeholder: 'file' }),
  resume: z.boolean().default(false).describe('continue a run with --file that ended early'),
});
type Input = z.output<typeof input>;

const Result = BatchResult.extend({
  receipts: z.array(Receipt).describe('of contacts named on the command line; with --file, see --receipt'),
});
type Result = z.infer<typeof Result>;

const NAME = 'contacts erase';

/** What no request can erase. */
const REMAINS = 'Not removed: the counts in metrics, emails that were sent, a suppression of the address, and backups.';

async function run(context: Context, given: Input): Promise<Result> {
  const people = await openPeople(context, given, NAME);
  try {
    const team = context.canRead ? (await context.call(checkApiKey, {})).teamName : '';
    const result = await runFor(context, people, given, team);
    context.note(REMAINS);
    return result;
  } finally {
    await people.close();
  }
}

async function runFor(context: Context, people: People, given: Input, team: string): Promise<Result> {
  const receipts: Receipt[] = [];
  const file = given.receipt === undefined || context.isDryRun ? undefined : await context.files.append(given.receipt);
  const options = { team, backup: given.backup, started: context.now() };
  const perform = async (person: Person) => {
    const receipt = await erase(context, person, options);
    if (people.journal === undefined) receipts.push(receipt);
    await file?.append(`${JSON.stringify(receipt)}\n`, true);
    return receipt;
  };
  try {
    if (people.journal === undefined) {
      const result = await eraseAll(context, people, perform).catch((error: unknown) => {
        if (receipts.length > 0)
          context.warn(`${formatCount(receipts.length, 'contact')} erased before the run ended.`);
        throw error;
      });
      return { ...result, receipts };
    }
    const result = await runBatch(context, {
      command: NAME,
      account: context.isDryRun ? '' : `${await context.service()} ${team}`,
      settings: {},
      items: people.items(),
      total: people.total,
      contentOf: ({ identity }) => nameOf(identity),
      perform,
      repeatable: true,
      journal: people.journal,
      resume: given.resume,
      onError: 'skip',
    });
    return { ...result, receipts };
  } finally {
    await file?.close();
  }
}

/** People on the command line are few: no journal is needed, because erasing somebody again changes nothing. */
async function eraseAll(
  context: Context,
  people: People,
  perform: (person: Person) => Promise<Receipt>,
): Promise<BatchResult> {
  const tally = createTally(people.total);
  const all = await allOf(people);
  if (context.isDryRun) await rehearseEach(all, perform);
  for (const { item, value, failure } of await context.settle(all, perform)) {
    if (failure === undefined) tally.count(value.result);
    else tally.fail('failed', { line: item.line, code: failure.code, message: failure.message });
  }
  return tally.result();
}

const backupsIn = (value: unknown): string =>
  (Receipt.array().safeParse(value).data ?? []).flatMap(({ backup }) => backup ?? []).join(', ');

const BACKUPS: Column = { heading: 'Backups', path: 'receipts', show: backupsIn };

export const eraseCommand = command({
  notes: [
    'Finds each contact, saves it with --backup, deletes it, removes its changes from the history of this machine, and looks for it again, by its email address and its user ID. A contact that does not exist counts as gone. If a contact is found again, an event or an integration created it, and the exit code is 9.',
    'A run with --file keeps a journal next to the file, so that --resume continues it. The journal and the receipts contain hashes, not addresses. Only you can read backups, journals and receipts.',
    REMAINS,
  ].join('\n\n'),
  input,
  positionals: ['emails'],
  output: Result,
  calls: [checkApiKey, ...erasureCalls],
  examples: [
    { does: 'Look up what would be deleted', line: 'contacts erase ada@example.com --dry-run' },
    { does: 'One person, with a copy', line: 'contacts erase dan@acme.test --backup erased --yes' },
  ],
  question: async (context, given) => {
    if (given.file === '-') return `Delete all contacts in the input for good?`;
    const people = await openPeople(context, given, NAME);
    try {
      const copy = given.backup === undefined ? ' No copy is kept.' : '';
      if (people.total > 1) return `Delete ${formatCount(people.total, 'contact')} for good?${copy}`;
      const [only] = await allOf(people);
      return only && `Delete the contact with ${describeIdentity(only.identity)} for good?${copy}`;
    } finally {
      await people.close();
    }
  },
  run,
  view: {
    kind: 'details',
    columns: (value) => [
      { heading: 'Rows', path: 'rows', kind: 'number' },
      { heading: 'Erased', path: 'results.erased', kind: 'number' },
      { heading: 'Already gone', path: 'results.gone', kind: 'number' },
      { heading: 'Done earlier', path: 'doneEarlier', kind: 'number' },
      { heading: 'Not erased', path: 'left', kind: 'number' },
      { heading: 'Failures', path: 'failures' },
      // A run with a file returns no receipts, so the copies are not known here.
      ...(backupsIn(valueAt(value, 'receipts')) === '' ? [] : [BACKUPS]),
      { heading: 'Journal', path: 'journal' },
    ],
  },
  verdict: batchVerdict,
});
