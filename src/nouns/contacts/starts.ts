/** Says which live workflows the write of one contact could start: in the question at a terminal, in a note in scripts. */
import type { Context } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import type { ContactFields } from './field-flags.ts';
import { type Changes, type StartedWorkflow, workflowsStartedBy } from './triggers.ts';

/** What was asked is not repeated as a note. Keys are the inputs of commands. */
const asked = new WeakSet<object>();

function changesOf(fields: ContactFields, creates: boolean): Changes {
  const { mailingLists = {}, properties = {}, subscribed: _, ...own } = fields;
  const lists = Object.entries(mailingLists).flatMap(([id, isMember]) => (isMember ? [id] : []));
  return { creates, properties: [...Object.keys(own), ...Object.keys(properties)], lists };
}

const describe = (started: readonly StartedWorkflow[]): string =>
  started.map(({ name, because }) => `Workflow ${JSON.stringify(name)} is live: ${because}.`).join(' ');

/** A write must not fail because workflows can't be read, but it says so. */
async function started(context: Context, fields: ContactFields, creates: boolean): Promise<string> {
  const changes = changesOf(fields, creates);
  if (!creates && changes.properties.length === 0 && changes.lists?.length === 0) return '';
  try {
    return describe(await workflowsStartedBy(context, changes));
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'interrupted') throw error;
    return `It is not known which workflows start: ${error.message}`;
  }
}

/** A part of the question: empty where no workflow starts, and in scripts, which are not stopped. */
export async function startsToAsk(
  context: Context,
  input: object,
  fields: ContactFields,
  creates: boolean,
): Promise<readonly string[]> {
  if (!context.canAsk()) return [];
  asked.add(input);
  const text = await started(context, fields, creates);
  return text === '' ? [] : [text];
}

/** Call it before the write. It makes no request where notes are not printed. */
export async function noteStarts(
  context: Context,
  input: object,
  fields: ContactFields,
  creates: boolean,
): Promise<void> {
  if (!context.isForPeople || asked.has(input)) return;
  const text = await started(context, fields, creates);
  if (text !== '') context.note(text);
}
