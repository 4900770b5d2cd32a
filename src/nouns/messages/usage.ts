/** Which emails use a component or a theme. The API cannot say, so their bodies are read, one request each. */
import type { Context } from '../../define/command.ts';
import { type Failure, usage } from '../../errors.ts';
import { formatCount } from '../../text/number.ts';
import { listCampaigns } from '../campaigns/operations.ts';
import { listTransactional } from '../transactional/operations.ts';
import { getMessage } from './operations.ts';

export const USAGE_CALLS = [listTransactional, listCampaigns, getMessage] as const;

/** One minute of requests at most, so that a question does not take long. */
const FEW = 50;

export interface Usage {
  readonly using: number;
  readonly read: number;
  /** Messages that could not be read, by MJML for example. */
  readonly unread: number;
}

/** The messages of campaigns and transactional emails. Those of workflows would take a request for each workflow more. */
async function messageIds(context: Context): Promise<readonly string[]> {
  const ids: Array<string | null> = [];
  for await (const page of context.list(listTransactional, {})) {
    for (const { draftEmailMessageId: draft, publishedEmailMessageId: published } of page) ids.push(draft, published);
  }
  for await (const page of context.list(listCampaigns, {})) {
    for (const { emailMessageId } of page) ids.push(emailMessageId);
  }
  return ids.filter((id) => typeof id === 'string');
}

async function countIn(context: Context, ids: readonly string[], uses: (lmx: string) => boolean): Promise<Usage> {
  const outcomes = await context.settle(ids, (emailMessageId) => context.call(getMessage, { emailMessageId }));
  const read = outcomes.filter(({ failure }: { failure?: Failure | undefined }) => failure === undefined);
  const using = read.filter(({ value }) => uses(`${value?.lmx ?? ''}`));
  return { using: using.length, read: read.length, unread: outcomes.length - read.length };
}

/**
 * How many emails of campaigns and transactional emails use something, as a sentence for a question. Without `always`, only a
 * few emails are read. Undefined for more.
 */
export async function describeUsage(
  context: Context,
  uses: (lmx: string) => boolean,
  always: boolean,
): Promise<string> {
  const ids = await messageIds(context);
  if (ids.length > FEW && !always) {
    return `How many of the ${formatCount(ids.length, 'email')} use it was not checked (--count-uses does, with one request each).`;
  }
  const { using, read, unread } = await countIn(context, ids, uses);
  const rest = unread === 0 ? '' : `; ${unread} could not be read`;
  return `${using} of ${formatCount(read, 'email')} of campaigns and transactional emails use it${rest}. Workflows were not checked.`;
}

export const refuseEmptyChange = (given: Readonly<Record<string, unknown>>, flags: string): void => {
  if (Object.values(given).every((value) => value === undefined)) throw usage('Nothing to change.', `Pass ${flags}.`);
};
