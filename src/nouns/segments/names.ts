/** The names of what conditions refer to: campaigns, workflows, and emails of workflows. */
import type { Context } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import { NO_NAMES, type RecordNames } from '../../define/names.ts';
import { references } from '../ids.ts';
import { EMAIL_NAME_CALLS, emailNamesFor, withNames } from '../workflow/email-names.ts';

export const CONDITION_NAME_CALLS = EMAIL_NAME_CALLS;
export const CONDITION_REFERENCES = references('campaign', 'workflow');

/** Adds what a drawing needs: `emailNames`, which only people get. */
export async function withEmailNames<Value extends object>(
  context: Context,
  value: Value,
  filter: unknown,
): Promise<Value> {
  const emailNames = context.isForPeople ? await emailNamesFor(context, filter) : {};
  return Object.keys(emailNames).length === 0 ? value : { ...value, emailNames };
}

/** The names that a drawing has, and those that `withEmailNames` added. */
export function namesIn(value: unknown, names: RecordNames): RecordNames {
  const emails = valueAt(value, 'emailNames');
  return withNames(names, (id) => (isRecord(emails) && Object.hasOwn(emails, id) ? textOf(emails[id]) : ''));
}

/** For text that people read; data has IDs. Call it after the first request. */
export async function conditionNames(context: Context, filter: unknown): Promise<RecordNames> {
  if (!context.isForPeople) return NO_NAMES;
  const emails = await emailNamesFor(context, filter);
  return withNames(await context.names(), (id) => (Object.hasOwn(emails, id) ? (emails[id] ?? '') : ''));
}
