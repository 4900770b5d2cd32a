/** Which emails use a component or a theme. The API cannot say, so their bodies are read, one request each. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { valueAt } from '../../define/json.ts';
import { usage } from '../../errors.ts';
import { formatList } from '../../text/list.ts';
import { formatCount, formatNumber } from '../../text/number.ts';
import { formatEstimate } from '../../text/time.ts';
import { ALL_MESSAGES_CALLS, allMessages } from './all-messages.ts';
import { getMessage } from './operations.ts';

export const USAGE_CALLS = [...ALL_MESSAGES_CALLS, getMessage] as const;

/** For help. */
export const COUNTING =
  'Before it asks, the command reads every email of the account, those of campaigns and workflows too, and counts those that would change. This takes one request per email; --yes skips it.';

export const usageInput = {
  countUses: z.boolean().default(false).describe('count the emails that use it, even with --yes or --dry-run'),
};

/** Names in a sentence. */
const NAMED = 5;

async function count(context: Context, uses: (lmx: string) => boolean): Promise<string> {
  const { messages, missing } = await allMessages(context);
  const ms = await context.estimate(getMessage, messages.length);
  const time = ms === 0 ? 'a few seconds' : `at least ${formatEstimate(ms)}`;
  context.note(`Reading ${formatCount(messages.length, 'email')} to count those that use it: ${time}.`);
  const outcomes = await context.settle(messages, ({ id }) => context.call(getMessage, { emailMessageId: id }));
  const bodies = outcomes.map(({ item, value }) => ({ name: item.name, lmx: valueAt(value, 'lmx') }));
  const read = bodies.filter(({ lmx }) => typeof lmx === 'string');
  const using = read.filter(({ lmx }) => uses(`${lmx}`)).map(({ name }) => name);
  const unread = bodies.length - read.length;
  const names = using.length === 0 ? '' : `: ${formatList(using, { most: NAMED })}`;
  return [
    `${formatNumber(using.length)} of ${formatCount(read.length, 'email')} use it${names}.`,
    ...(unread === 0 ? [] : [`${formatCount(unread, 'email')} could not be read.`]),
    ...(missing.length === 0 ? [] : [`Not counted: ${missing.join(', ')}.`]),
  ].join(' ');
}

/** Before a change, where somebody can decide about it or the flag asks for it. Counts and notes once in a run. */
export async function noteUsage(context: Context, uses: (lmx: string) => boolean, isWanted: boolean): Promise<void> {
  if (isWanted && context.canRead) await context.once(async () => context.note(await count(context, uses)));
}

export const refuseEmptyChange = (given: Readonly<Record<string, unknown>>, flags: string): void => {
  if (Object.values(given).every((value) => value === undefined)) throw usage('Nothing to change.', `Pass ${flags}.`);
};
