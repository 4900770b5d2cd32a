/** `drafts`: what waits to be published, scheduled or started, with its age. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { command } from '../../define/command.ts';
import { type ErrorCode, EXIT_CODES, type Failure, worstExitCode } from '../../errors.ts';
import { everyItem } from '../../project/kinds/kind.ts';
import { formatNumber } from '../../text/number.ts';
import { announceRequests } from '../announce.ts';
import { listCampaigns } from '../campaigns/operations.ts';
import { getMessage } from '../messages/operations.ts';
import { readable } from '../readable.ts';
import { listTransactional } from '../transactional/operations.ts';
import { getWorkflow, listWorkflows } from '../workflow/operations.ts';

const codes = Object.keys(EXIT_CODES) as [ErrorCode, ...ErrorCode[]];

const Draft = z.object({
  type: z.enum(['transactional', 'campaign', 'workflow']),
  id: z.string(),
  name: z.string(),
  emailMessageId: z.string().optional(),
  state: z.string().describe('new, or what is live besides the draft'),
  updatedAt: z.string().describe('the last change that the API has a time of'),
  days: z.number().nullable().describe('whole days since then; null if the time cannot be read'),
  error: z
    .object({ code: z.enum(codes), message: z.string() })
    .optional()
    .describe('it could not be read'),
});
type Draft = z.infer<typeof Draft>;

const DAY_MS = 86_400_000;

/** A part of a draft that cannot be read must not make it look finished. */
const Time = z.string().refine((time) => !Number.isNaN(Date.parse(time)));
const MessageId = z.string().nullable();

type Candidate = Omit<Draft, 'days' | 'error'>;

/** The time of the record may be that of its name, so the message is asked for its own. */
async function withMessage(context: Context, draft: Candidate): Promise<Candidate> {
  if (draft.emailMessageId === undefined) return draft;
  const message = await context.call(getMessage, { emailMessageId: draft.emailMessageId });
  const updatedAt = readable(Time, message.updatedAt, `time of ${JSON.stringify(draft.name)}`);
  return updatedAt > draft.updatedAt ? { ...draft, updatedAt } : draft;
}

async function draftOf(context: Context, draft: Candidate): Promise<Candidate | undefined> {
  if (draft.type !== 'workflow') return withMessage(context, draft);
  const { status } = await context.call(getWorkflow, { id: draft.id });
  return readable(z.string(), status, `status of workflow ${JSON.stringify(draft.name)}`) === 'Draft'
    ? draft
    : undefined;
}

async function candidates(context: Context): Promise<readonly Candidate[]> {
  const [emails, campaigns, workflows] = [
    await everyItem(context.list(listTransactional, {})),
    await everyItem(context.list(listCampaigns, {})),
    await everyItem(context.list(listWorkflows, {})),
  ];
  return [
    ...emails.flatMap(({ id, name, updatedAt, draftEmailMessageId: draft, publishedEmailMessageId: published }) =>
      readable(MessageId, draft, `draft of ${JSON.stringify(name)}`) === null
        ? []
        : [
            {
              type: 'transactional' as const,
              ...{ id, name, updatedAt, emailMessageId: draft ?? '' },
              state: published === null ? 'new' : 'another version is published',
            },
          ],
    ),
    ...campaigns.flatMap(({ id, name, status, updatedAt, emailMessageId }) =>
      readable(z.string(), status, `status of campaign ${JSON.stringify(name)}`) === 'Draft'
        ? [
            {
              type: 'campaign' as const,
              ...{ id, name, updatedAt },
              state: 'new',
              ...(emailMessageId === null ? {} : { emailMessageId }),
            },
          ]
        : [],
    ),
    ...workflows.map(({ id, name, updatedAt }) => ({ type: 'workflow' as const, id, name, updatedAt, state: 'new' })),
  ];
}

async function run(context: Context, olderThan: number): Promise<readonly Draft[]> {
  const now = context.now().getTime();
  const days = (time: string): number | null => {
    const age = now - Date.parse(time);
    return Number.isNaN(age) ? null : Math.max(0, Math.floor(age / DAY_MS));
  };
  const found = await candidates(context);
  await announceRequests(context, `${formatNumber(found.length)} drafts and workflows`, found.length);
  const outcomes = await context.settle(found, (draft) => draftOf(context, draft));
  const drafts = outcomes.flatMap(({ item, value, failure }): Draft[] => {
    if (failure?.code === 'not_found') return [];
    const known = failure === undefined ? value : item;
    if (known === undefined) return [];
    return [{ ...known, days: days(known.updatedAt), ...(failure === undefined ? {} : { error: errorOf(failure) }) }];
  });
  const failed = drafts.find(({ error, type }) => error !== undefined && type === 'workflow');
  if (failed?.error !== undefined) context.warn(`Could not read every workflow: ${failed.error.message}`);
  return drafts
    .filter(({ days, error }) => days === null || days >= olderThan || error !== undefined)
    .sort((one, other) => (other.days ?? Infinity) - (one.days ?? Infinity));
}

const errorOf = ({ code, message }: Failure) => ({ code, message });

export const draftsCommand = command({
  notes:
    'Drafts of transactional emails, campaigns that are not scheduled, and workflows that were never started, the oldest first. One request for each of them and for each workflow.',
  input: z.object({
    olderThan: z
      .number()
      .int()
      .min(0)
      .default(0)
      .describe('only drafts that were not changed for at least this many days')
      .meta({ placeholder: 'days' }),
  }),
  output: z.array(Draft),
  calls: [listTransactional, listCampaigns, listWorkflows, getWorkflow, getMessage],
  examples: [
    { does: 'All drafts', line: 'drafts' },
    { does: 'Drafts that were not changed for 30 days', line: 'drafts --older-than 30' },
  ],
  run: (context, { olderThan }) => run(context, olderThan),
  // LMX cannot express some emails, which is no reason to fail.
  verdict: (drafts) =>
    worstExitCode(drafts.flatMap(({ error }) => (error && error.code !== 'conflict' ? [error] : []))),
  view: ({ olderThan }) => ({
    kind: 'table',
    columns: [
      { heading: 'TYPE', path: 'type' },
      { heading: 'NAME', path: 'name' },
      { heading: 'CHANGED', path: 'updatedAt', kind: 'time' },
      { heading: 'STATE', path: 'state' },
      { heading: 'ERROR', path: 'error.message', optional: true, minor: true },
      { heading: 'ID', path: 'id', kind: 'id' },
    ],
    empty: olderThan === 0 ? 'No drafts.' : 'No matches.',
  }),
});
