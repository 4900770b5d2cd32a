/** Everything about an import that happens before its first write. */
import * as z from 'zod';
import { type BatchInput, openInput } from '../../../batch/input.ts';
import { checkJournal } from '../../../batch/run.ts';
import type { Context } from '../../../define/command.ts';
import { Failure, usage } from '../../../errors.ts';
import { formatCount } from '../../../text/number.ts';
import { checkApiKey } from '../../api-key.ts';
import { listMailingLists } from '../../lists.ts';
import { listProperties } from '../../properties.ts';
import { readable } from '../../readable.ts';
import { type StartedWorkflow, workflowsStartedBy } from '../triggers.ts';
import { type Checked, checkRows, createDuplicateCheck, LISTED } from './check.ts';
import { type Columns, createColumns } from './columns.ts';
import type { ImportFlags } from './flags.ts';
import { announce, type Plan } from './plan.ts';
import { type ContactItem, itemOf, type RowRules } from './row-item.ts';
import type { WriteOptions } from './write.ts';

export const COMMAND = 'contacts import';

export interface Prepared extends Plan {
  readonly input: BatchInput;
  /** Where the rows go, for the journal. */
  readonly account: string;
  readonly columns: Columns;
  /** The second pass over the rows. */
  items(): AsyncIterable<ContactItem>;
}

/** Rejects with a `usage` failure before anything is changed, where the rows can't be imported as the flags say. */
export async function prepare(context: Context, flags: ImportFlags): Promise<Prepared> {
  const { file, format } = flags;
  if (flags.onlyChanged && flags.mode === 'create') throw usage("--only-changed can't be combined with --mode create.");
  const input = await openInput(context, file, { command: COMMAND, format });
  try {
    return await read(context, flags, input);
  } catch (error) {
    await input.close();
    throw error;
  }
}

/** Rejects with `unexpected_response` where a part of it can't be read: it decides what is written. */
async function readAccount(context: Context) {
  const [key, properties, lists] = await Promise.all([
    context.call(checkApiKey, {}),
    context.call(listProperties, {}),
    context.call(listMailingLists, {}),
  ]);
  return {
    team: readable(z.looseObject({ teamName: z.string().min(1) }), key, 'name of the team').teamName,
    properties: readable(listProperties.output, properties, 'properties'),
    lists: readable(listMailingLists.output, lists, 'mailing lists'),
  };
}

async function read(context: Context, flags: ImportFlags, input: BatchInput): Promise<Prepared> {
  const { team, properties, lists } = await readAccount(context);
  const account = `${await context.service()} ${JSON.stringify(team)}`;
  const { mode, resume } = flags;
  await checkJournal(context, { command: COMMAND, account, settings: { mode }, resume, journal: input.journal });
  const columns = createColumns({ ...flags, properties, lists });
  const rules: RowRules = {
    ...flags,
    columns,
    lists: flags.list,
    needsEmail: flags.mode === 'create',
    knownLists: new Set(lists.map(({ id }) => id)),
  };
  const { name } = input;
  const checked = await checkRows(input.rows(), rules, name);
  refuseInvalid(context, flags, checked);
  const plan: Plan = {
    file: name,
    team,
    checked,
    writes: { ...flags, dates: datesOf(properties, checked) },
    workflows: await startedWorkflows(context, flags, columns),
  };

  await announce(context, plan);
  refuseWorkflows(context, plan);
  async function* items(): AsyncIterable<ContactItem> {
    const unique = createDuplicateCheck();
    for await (const row of input.rows()) {
      const item = unique(itemOf(row, rules));
      if (item.problem === undefined || !context.isDryRun) yield item;
    }
  }
  return { ...plan, input, columns, items, account };
}

const datesOf = (
  properties: readonly { readonly key: string; readonly type: string }[],
  { newProperties }: Checked,
): WriteOptions['dates'] =>
  new Set([
    ...properties.filter(({ type }) => type === 'date').map(({ key }) => key),
    ...[...newProperties].filter(([, type]) => type === 'date').map(([key]) => key),
  ]);

function refuseInvalid({ warn }: Context, { onError }: ImportFlags, checked: Checked): void {
  const { rows, invalid, problems } = checked;
  if (invalid === 0 || (onError === 'skip' && invalid < rows)) return;
  for (const { line, message } of problems) warn(`Line ${line}: ${message}.`);
  throw new Failure('usage', `${formatCount(invalid, 'row')} can't be imported. Nothing was imported.`, {
    hint: `${invalid > LISTED ? `The first ${LISTED} are listed. ` : ''}Pass --on-error skip to skip these rows.`,
    details: { invalid, problems },
  });
}

/** With --may-trigger the answer does not matter, and reading all workflows takes a while. */
async function startedWorkflows(
  context: Context,
  { mayTrigger, mode, list }: ImportFlags,
  columns: Columns,
): Promise<readonly StartedWorkflow[] | undefined> {
  if (mayTrigger) return undefined;
  const inColumns = columns.lists();
  try {
    return await workflowsStartedBy(context, {
      creates: mode !== 'update',
      properties: columns.properties(),
      lists: inColumns === undefined ? undefined : [...list, ...inColumns],
    });
  } catch (error) {
    throw error instanceof Failure ? error.withHint(UNCHECKED) : error;
  }
}

const UNCHECKED = 'It is unknown which workflows the import would start. --may-trigger imports without this check.';

function refuseWorkflows({ isDryRun, note }: Context, { workflows = [] }: Plan): void {
  if (workflows.length === 0) return;
  if (isDryRun) {
    note('The import needs --may-trigger, because it may start these workflows.');
    return;
  }
  throw usage(
    `The import may start ${formatCount(workflows.length, 'live workflow')}, which can send email to every contact in the file. Nothing was imported.`,
    'Pause the workflows, or pass --may-trigger if that is what you want.',
  );
}
