/** `campaigns schedule`: sets when a campaign goes out. It counts as sending, and has a confirmation of its own. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { withEveryField } from '../../define/operation.ts';
import type { Question } from '../../define/question.ts';
import { Failure, usage } from '../../errors.ts';
import { hasError } from '../findings/verdict.ts';
import { Campaign, campaignById, getCampaign, updateCampaign } from './operations.ts';
import { PREFLIGHT_CALLS, preflight, requireReadable } from './preflight.ts';
import { campaignDetails, describeAudience, SHOWN } from './view.ts';

const input = z
  .object({
    ...campaignById,
    at: z
      .string()
      .optional()
      .describe('time with a time zone, such as 2026-12-01T09:00:00+01:00')
      .meta({ placeholder: 'time' }),
    now: z.boolean().default(false).describe('send it as soon as possible'),
    confirmName: z
      .string()
      .optional()
      .describe('the name of the campaign: confirms without being asked; --yes does not')
      .meta({ placeholder: 'name' }),
    check: z.boolean().default(true).describe('skip the checks of `campaigns preflight`'),
  })
  .refine(({ at, now }) => (at !== undefined) !== now, { error: 'pass either --at or --now' });
type Input = z.output<typeof input>;

type Schedule = { readonly method: 'now' } | { readonly method: 'schedule'; readonly timestamp: string };

/** Throws a `usage` failure for a time without a zone or in the past. */
function scheduleOf({ at }: Input, now: Date): Schedule {
  if (at === undefined) return { method: 'now' };
  if (!z.iso.datetime({ offset: true }).safeParse(at).success) {
    throw usage(
      `${JSON.stringify(at)} is not a time with a time zone.`,
      'Write 2026-12-01T09:00:00Z, or an offset such as +01:00.',
    );
  }
  if (Date.parse(at) <= now.getTime()) throw usage(`${at} is in the past.`, 'Pass a time in the future, or --now.');
  return { method: 'schedule', timestamp: at };
}

const when = (schedule: Schedule): string => (schedule.method === 'now' ? 'now' : `at ${schedule.timestamp}`);

async function question(context: Context, typed: Input): Promise<Question | undefined> {
  const schedule = scheduleOf(typed, context.now());
  const { campaignId, confirmName } = typed;
  await context.requireAllowed(updateCampaign, { campaignId, scheduling: schedule });
  const campaign = await context.call(getCampaign, { campaignId });
  requireReadable(campaign);
  const { name } = campaign;
  if (confirmName !== undefined && confirmName !== name) {
    throw usage(
      `--confirm-name is ${JSON.stringify(confirmName)}, but the campaign is named ${JSON.stringify(name)}.`,
      'Nothing was scheduled. Check the ID and the name.',
    );
  }
  const names = await context.names();
  const audience = describeAudience(campaign, names);
  if (confirmName !== undefined) {
    context.note(`Campaign ${JSON.stringify(name)} will be sent ${when(schedule)} to ${audience}.`);
    return undefined;
  }
  if (typed.check) await requireReady(context, campaign, context.warn);
  return {
    question: `Send campaign ${JSON.stringify(name)} ${when(schedule)} to ${audience}? Type the name of the campaign to confirm.`,
    answer: name,
    requireSame: async () => {
      const now = await context.call(getCampaign, { campaignId });
      requireReadable(now);
      if (JSON.stringify(confirmedPart(now)) === JSON.stringify(confirmedPart(campaign))) return;
      throw new Failure('conflict', 'The campaign was changed while the question was open. Nothing was scheduled.', {
        hint: `It is now ${JSON.stringify(now.name)}, to ${describeAudience(now, names)}. Run the command again.`,
      });
    },
  };
}

/** What the question says of a campaign. The API cannot compare revisions of campaigns. */
const confirmedPart = ({ name, status, mailingListId, audienceSegmentId, audienceFilter }: Campaign) => [
  name,
  status,
  mailingListId,
  audienceSegmentId,
  audienceFilter,
];

async function requireReady(context: Context, campaign: Campaign, warn: Context['warn']): Promise<void> {
  const findings = await preflight(context, campaign);
  for (const { severity, message } of findings) warn(severity === 'error' ? `Error: ${message}` : message);
  if (!hasError({ findings })) return;
  throw new Failure('check_failed', 'The campaign is not ready. Nothing was scheduled.', {
    hint: 'Run `loopsctl campaigns preflight` for details, or pass --no-check.',
  });
}

/** What the status after the request means. The documents of the API disagree on whether a schedule sends. */
function statusNote({ status }: Campaign): string {
  if (status === 'Draft') return 'The status is still Draft: publish the campaign in the dashboard to send it.';
  return `The status is ${status}. The API has no way to cancel a campaign: use the dashboard.`;
}

export const scheduleCommand = command({
  notes: [
    'Counts as sending, although the public documents do not say whether a schedule alone sends a campaign. Afterwards the command prints the status that the API then reports. If it is still Draft, publish the campaign in the dashboard.',
    'At a terminal, the command asks for the name of the campaign. In scripts, pass --confirm-name; --yes is not accepted. The checks of `campaigns preflight` run first (exit 9 on an error).',
  ].join('\n\n'),
  input,
  positionals: ['campaignId'],
  calls: [withEveryField(updateCampaign), ...PREFLIGHT_CALLS],
  output: Campaign,
  question,
  confirmedBy: 'confirmName',
  examples: [
    {
      does: 'Print the request without sending it',
      line: 'campaigns schedule "Holiday opening hours" --at 2099-12-01T09:00:00Z --no-check --dry-run',
    },
  ],
  run: async (context, typed) => {
    const { campaignId } = typed;
    const schedule = scheduleOf(typed, context.now());
    // A person has read the warnings before the answer, but the email may have changed while the question was open.
    const wasAsked = typed.confirmName === undefined && !context.isDryRun;
    const warn = wasAsked ? () => undefined : context.warn;
    if (typed.check) await requireReady(context, await context.call(getCampaign, { campaignId }), warn);
    const campaign = await context.call(updateCampaign, { campaignId, scheduling: schedule });
    context.note(statusNote(campaign));
    return campaign;
  },
  shows: SHOWN,
  view: campaignDetails,
});
