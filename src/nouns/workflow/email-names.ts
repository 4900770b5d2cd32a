/** Names of the emails of workflows, which have no list of their own: conditions refer to them by the ID of their node. */
import type { Context } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import type { RecordNames } from '../../define/names.ts';
import type { Graph } from './graph.ts';
import { getWorkflow, listWorkflows } from './operations.ts';

export const EMAIL_NAME_CALLS = [listWorkflows, getWorkflow] as const;

/** Each costs a request. */
const MOST_WORKFLOWS = 50;

/** The names, and those of the emails of a workflow, which are their subjects. */
export const withEmailsOf = ({ nodes }: Graph, names: RecordNames): RecordNames =>
  withNames(names, (id) => {
    const node = nodes.get(id);
    return node?.typeName === 'SendEmailAction' ? textOf(node.fields['subject']) : '';
  });

export const withNames = (names: RecordNames, nameOf: (id: string) => string): RecordNames =>
  names.idsOnly
    ? names
    : { ...names, of: (id) => names.of(id) ?? (typeof id === 'string' ? nameOf(id) || undefined : undefined) };

/** The emails that the conditions of a filter refer to. */
function emailsIn(filter: unknown): readonly string[] {
  const conditions = valueAt(filter, 'conditions');
  if (!Array.isArray(conditions)) return [];
  return conditions.flatMap((condition: unknown) => {
    const id = valueAt(condition, 'id');
    return valueAt(condition, 'target') === 'workflowEmail' && typeof id === 'string' ? [id] : [];
  });
}

/** The subjects of all emails of workflows by their IDs. What cannot be fetched is left out: then the ID is shown. */
async function everySubject(context: Context): Promise<Readonly<Record<string, string>>> {
  const page = await context.call(listWorkflows, {}).catch(() => undefined);
  const workflows = (page?.data ?? []).slice(0, MOST_WORKFLOWS);
  const found = await context.settle(workflows, ({ id }) => context.call(getWorkflow, { id })).catch(() => []);
  return Object.fromEntries(
    found.flatMap(({ value }) =>
      Object.entries(isRecord(value?.nodes) ? value.nodes : {}).flatMap(([id, node]) => {
        const subject = textOf(valueAt(node, 'subject'));
        return subject === '' ? [] : [[id, subject] as const];
      }),
    ),
  );
}

/** Subjects by ID, of the emails that the conditions of a filter refer to. Fetched at most once in a run. */
export async function emailNamesFor(context: Context, filter: unknown): Promise<Readonly<Record<string, string>>> {
  const wanted = emailsIn(filter);
  if (wanted.length === 0) return {};
  const subjects = await context.once(() => everySubject(context));
  return Object.fromEntries(wanted.flatMap((id) => (Object.hasOwn(subjects, id) ? [[id, subjects[id] ?? '']] : [])));
}
