/** Every email message of the account: of transactional emails, campaigns and workflows. */
import type { Context } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import { listCampaigns } from '../campaigns/operations.ts';
import { unlessItFails } from '../optional-request.ts';
import { listTransactional } from '../transactional/operations.ts';
import { getWorkflow, listWorkflows } from '../workflow/operations.ts';

export const ALL_MESSAGES_CALLS = [listTransactional, listCampaigns, listWorkflows, getWorkflow] as const;

export interface MessageOfAccount {
  readonly id: string;
  /** What it belongs to, for people: `Password reset (draft)`. */
  readonly name: string;
}

type Found = readonly MessageOfAccount[];

export interface AllMessages {
  readonly messages: Found;
  /** What could not be listed, `emails of campaigns`. */
  readonly missing: readonly string[];
}

const message = (id: unknown, name: unknown, ending = ''): Found =>
  typeof id === 'string' && id !== '' ? [{ id, name: `${textOf(name) || id}${ending}` }] : [];

async function ofTransactional(context: Context): Promise<Found> {
  const pages: Found[] = [];
  for await (const page of context.list(listTransactional, {})) {
    pages.push(
      page.flatMap(({ name, draftEmailMessageId: draft, publishedEmailMessageId: published }) => [
        ...message(draft, name, ' (draft)'),
        ...message(published, name),
      ]),
    );
  }
  return pages.flat();
}

async function ofCampaigns(context: Context): Promise<Found> {
  const pages: Found[] = [];
  for await (const page of context.list(listCampaigns, {})) {
    pages.push(page.flatMap(({ emailMessageId, name }) => message(emailMessageId, name)));
  }
  return pages.flat();
}

async function ofWorkflows(context: Context, addMissing: (what: string) => void): Promise<Found> {
  const workflows: { readonly id: string; readonly name: string }[] = [];
  for await (const page of context.list(listWorkflows, {})) {
    for (const { id, name } of page) workflows.push({ id, name: textOf(name) || id });
  }
  const graphs = await context.settle(workflows, ({ id }) => context.call(getWorkflow, { id }));
  return graphs.flatMap(({ item, value }) => {
    const nodes = valueAt(value, 'nodes');
    if (!isRecord(nodes)) addMissing(`emails of workflow ${JSON.stringify(item.name)}`);
    return Object.values(isRecord(nodes) ? nodes : {}).flatMap((node) => {
      const subject = textOf(valueAt(node, 'subject')) || 'email without a subject';
      return message(valueAt(node, 'emailMessageId'), `${item.name}: ${subject}`);
    });
  });
}

const SOURCES = { 'transactional emails': ofTransactional, campaigns: ofCampaigns, workflows: ofWorkflows } as const;

/** One request per page of each list, and one per workflow. What cannot be listed is named. */
export async function allMessages(context: Context): Promise<AllMessages> {
  const messages = new Map<string, MessageOfAccount>();
  const missing: string[] = [];
  for (const [source, find] of Object.entries(SOURCES)) {
    const found = await unlessItFails(
      () => find(context, (what) => missing.push(what)),
      () => missing.push(`emails of ${source}`),
    );
    for (const one of found ?? []) messages.set(one.id, one);
  }
  return { messages: [...messages.values()], missing };
}
