/** What an import would do: shown before the first write, and what a person has to agree to. */
import type { Context } from '../../../define/command.ts';
import { requestOf } from '../../../define/operation.ts';
import { formatCount, formatNumber } from '../../../text/number.ts';
import { formatEstimate } from '../../../text/time.ts';
import { createContact, updateContact } from '../operations.ts';
import type { StartedWorkflow } from '../triggers.ts';
import type { Checked } from './check.ts';
import type { ContactItem } from './row-item.ts';
import { requestsOf, type WriteOptions } from './write.ts';

export interface Plan {
  readonly file: string;
  readonly team: string;
  readonly checked: Checked;
  readonly writes: WriteOptions;
  /** Undefined where the workflows were not read. */
  readonly workflows: readonly StartedWorkflow[] | undefined;
}

/** Notes with rows, requests, time, a sample and what is noticeable. */
export async function announce(context: Context, plan: Plan): Promise<void> {
  const { file, team, checked, writes, workflows } = plan;
  const { rows, invalid, withBoth, leftOut, sample, newProperties } = checked;
  const [one, both] = [requestsOf(writes, false), requestsOf(writes, true)];
  const requests = (rows - invalid - withBoth) * one + withBoth * both;
  const ms = await context.estimate(updateContact, requests);
  context.note(`${file}: ${formatCount(rows, 'row')} for team ${JSON.stringify(team)}.`);
  context.note(
    `${requests > rows ? 'At most ' : ''}${formatCount(requests, 'request')}, ${ms === 0 ? 'a few seconds' : `at least ${formatEstimate(ms)}`}.${reasonFor(plan)}`,
  );
  for (const item of context.isDryRun ? [] : sample) context.note(drawSample(item, writes));
  for (const [key, type] of newProperties) context.note(`New property: ${key} (${type}).`);
  if (leftOut > 0) {
    context.note(`"subscribed: true" is not sent for ${formatCount(leftOut, 'row')} (--allow-resubscribe sends it).`);
  }
  warnOf(context, checked);
  for (const { name, because } of workflows ?? [])
    context.warn(`Workflow ${JSON.stringify(name)} is live: ${because}.`);
}

/** Why a row takes more than one request. */
function reasonFor({ writes, checked: { withBoth } }: Plan): string {
  if (writes.mode === 'create') return '';
  const reasons = [
    ...(writes.mode === 'update' ? ['an update would create a missing contact'] : []),
    ...(writes.onlyChanged ? ['unchanged contacts are skipped'] : []),
    ...(withBoth > 0 && writes.checkIds
      ? ['the two IDs of a row may belong to different contacts (--no-check-ids)']
      : []),
  ];
  return reasons.length === 0 ? '' : ` Contacts are looked up first, because ${reasons.join(', and ')}.`;
}

function drawSample({ line, body }: ContactItem, { mode }: WriteOptions): string {
  const request = requestOf(mode === 'create' ? createContact : updateContact, { ...body });
  return `Line ${line}: ${request.method} ${request.path} ${JSON.stringify(request.body)}`;
}

function warnOf(context: Context, { warnings, warned, invalid }: Checked): void {
  for (const { line, message } of warnings) context.warn(`Line ${line}: ${message}`);
  if (warned > warnings.length)
    context.warn(`There are ${formatNumber(warned - warnings.length)} more of these values.`);
  if (invalid > 0) context.warn(`${formatCount(invalid, 'row')} can't be imported, and will be skipped.`);
}

/** What needs a yes. Undefined where nothing does. */
export function questionFor(
  { file, team, checked: { rows, subscribing, newProperties } }: Plan,
  mayTrigger: boolean,
): string | undefined {
  const created = [...newProperties].map(([key, type]) => `${JSON.stringify(key)} (${type})`);
  const asked = [
    ...(created.length === 0 ? [] : [`It creates properties that can't be renamed or deleted: ${created.join(', ')}.`]),
    ...(subscribing === 0 ? [] : [`It subscribes ${formatCount(subscribing, 'contact')} that may have unsubscribed.`]),
    ...(mayTrigger ? ['It may start workflows that send email.'] : []),
  ];
  if (asked.length === 0) return undefined;
  return `Import ${formatCount(rows, 'row')} of ${file} into team ${JSON.stringify(team)}? ${asked.join(' ')}`;
}
