/** `contacts import`: writes the contacts of a file, and continues where a run stopped. */
import * as z from 'zod';
import { runBatch } from '../../../batch/run.ts';
import { drawBatch } from '../../../batch/summary.ts';
import { BatchResult, batchVerdict } from '../../../batch/tally.ts';
import { type Context, command } from '../../../define/command.ts';
import { asFailure, EXIT_CHECK_FAILED, Failure } from '../../../errors.ts';
import { formatNumber } from '../../../text/number.ts';
import { checkApiKey } from '../../api-key.ts';
import { listMailingLists } from '../../lists.ts';
import { createProperty, listProperties } from '../../properties.ts';
import { readable } from '../../readable.ts';
import { triggerReads } from '../triggers.ts';
import { type ImportFlags, importFlags } from './flags.ts';
import { questionFor } from './plan.ts';
import { COMMAND, type Prepared, prepare } from './prepare.ts';
import { writeCalls, writeRow } from './write.ts';

const ImportResult = BatchResult.extend({
  missingProperties: z.array(z.string()).describe('properties that were deleted during the run: their values are lost'),
});
type ImportResult = z.infer<typeof ImportResult>;

/** The question and the run of one command line share the first pass over the file. */
const prepareOnce = (context: Context, flags: ImportFlags): Promise<Prepared> =>
  context.once(() => prepare(context, flags));

async function run(context: Context, flags: ImportFlags): Promise<ImportResult> {
  const plan = await prepareOnce(context, flags);
  try {
    if (!context.isDryRun) await createProperties(context, plan);
    const { mode, resume, onError, report } = flags;
    const result = await runBatch(context, {
      command: COMMAND,
      account: plan.account,
      settings: { mode },
      items: plan.items(),
      total: plan.checked.rows,
      contentOf: ({ body, problem }) => JSON.stringify(problem ?? body),
      perform: (item, turn) => writeRow(context, item, turn, plan.writes),
      repeatable: mode !== 'create',
      journal: plan.input.journal,
      resume,
      onError,
      report,
    });
    if (result.journal !== null) context.note(`Continue with: ${context.again('--resume')}`);
    return { ...result, missingProperties: await missingProperties(context, plan, result) };
  } finally {
    await plan.input.close();
  }
}

async function createProperties(context: Context, { checked: { newProperties } }: Prepared): Promise<void> {
  for (const [name, type] of newProperties) {
    await context.call(createProperty, { name, type });
    context.note(`Created the property ${name} (${type}).`);
  }
}

/** The API drops the value of a property that does not exist, without an error. */
async function missingProperties(
  context: Context,
  { columns }: Prepared,
  { rows, left }: BatchResult,
): Promise<string[]> {
  const used = columns.properties().filter((key) => !['email', 'userId', 'subscribed'].includes(key));
  let existing: readonly string[];
  try {
    existing = readable(listProperties.output, await context.call(listProperties, {}), 'properties').map(
      ({ key }) => key,
    );
  } catch (error) {
    const { code, message, hint, status, request } = asFailure(error);
    const done = left === 0 ? 'The rows' : `${formatNumber(rows - left)} of ${formatNumber(rows)} rows`;
    throw new Failure(code, `${done} are written, but the properties could not be checked: ${message}`, {
      hint: left === 0 ? hint : `Continue with: ${context.again('--resume')}`,
      status,
      request,
      cause: error,
    });
  }
  const missing: string[] = used.filter((key) => !existing.includes(key));
  if (missing.length > 0) context.warn(`These properties were deleted during the import: ${missing.join(', ')}.`);
  return missing;
}

const notes = [
  'Columns are email, userId, subscribed, keys of properties, and list:NAME (true or false). An empty cell leaves a property unchanged, null clears it. subscribed=true is left out without --allow-resubscribe.',
  'All rows are checked before the first change. FILE.journal keeps the progress of a run for --resume, and is removed when all rows are done. Exit codes: 9 if rows were refused, 6 after a rate limit, 130 after Ctrl-C. See docs/contacts.md.',
].join('\n\n');

export const importCommand = command({
  notes,
  input: z.object(importFlags),
  unrecorded:
    'the history holds at most 16 MB, which one import can fill, and an undo restores one contact at a time. Keep a copy with `contacts export --file`.',
  positionals: ['file'],
  output: ImportResult,
  calls: [checkApiKey, listProperties, listMailingLists, createProperty, ...triggerReads, ...writeCalls],
  examples: [
    { does: 'Check a file and print the first requests', line: 'contacts import contacts.csv --dry-run' },
    {
      does: 'Change contacts that exist, where they differ',
      line: 'contacts import contacts.csv --mode update --only-changed --report rows.ndjson',
    },
    {
      does: 'Name a column, and add everybody to a mailing list',
      line: 'contacts import crm.csv --map "E-Mail=email" --list "Beta testers" --may-trigger --yes',
    },
  ],
  question: async (context, flags) => questionFor(await prepareOnce(context, flags), flags.mayTrigger),
  run,
  view: { kind: 'drawing', draw: drawBatch },
  verdict: (result) => (result.missingProperties.length > 0 ? EXIT_CHECK_FAILED : batchVerdict(result)),
});
