/** `campaigns preflight`: checks a campaign before it is scheduled. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Check } from '../../define/report.ts';
import { checkApiKey } from '../api-key.ts';
import { verdictOf } from '../findings/verdict.ts';
import { FINDING_CALLS, messageFindings } from '../messages/check/message-findings.ts';
import { CheckRow, WholeFinding } from '../messages/check/schema.ts';
import { drawChecksOf } from '../messages/check/view.ts';
import { EmailMessage, getMessage } from '../messages/operations.ts';
import { openPreviewLog } from '../messages/preview-log.ts';
import { readable } from '../readable.ts';
import { Campaign, campaignById, getCampaign } from './operations.ts';

const PreflightRow = CheckRow.extend({ findings: z.array(WholeFinding) });
type PreflightRow = z.infer<typeof PreflightRow>;

const error = (rule: string, message: string): WholeFinding => ({ rule, severity: 'error', message });
const warning = (rule: string, message: string): WholeFinding => ({ rule, severity: 'warning', message });

const isBlank = (text: string): boolean => text.trim() === '';

const Judged = Campaign.pick({
  name: true,
  emailMessageId: true,
  mailingListId: true,
  audienceSegmentId: true,
  audienceFilter: true,
});
const JudgedMessage = EmailMessage.pick({
  subject: true,
  fromName: true,
  fromEmail: true,
  lmx: true,
  contentRevisionId: true,
});

/** Throws a `Failure` for a campaign that might have another audience than it seems to have. */
export function requireReadable(campaign: Campaign): void {
  readable(Judged, campaign, `campaign ${campaign.id}`);
}

function campaignProblems({
  status,
  mailingListId,
  audienceSegmentId,
  audienceFilter,
}: Campaign): readonly WholeFinding[] {
  const everybody = [mailingListId, audienceSegmentId, audienceFilter].every((part) => part === null);
  return [
    ...(status === 'Draft' ? [] : [error('status', `The status is ${status}; only drafts can be scheduled.`)]),
    ...(everybody ? [warning('audience', 'No list, segment or filter is set: all contacts get the campaign.')] : []),
  ];
}

function messageProblems({ subject, fromName, fromEmail, lmx }: EmailMessage): readonly WholeFinding[] {
  return [
    ...(isBlank(subject) ? [error('subject', 'The subject is empty.')] : []),
    ...(isBlank(fromName) ? [error('sender', "The sender's name is empty.")] : []),
    ...(isBlank(fromEmail) ? [error('sender', "The sender's address is empty.")] : []),
    ...(isBlank(lmx) ? [error('body', 'The body is empty.')] : []),
  ];
}

async function previewProblems(context: Context, message: EmailMessage): Promise<readonly WholeFinding[]> {
  const log = await openPreviewLog(context);
  if (message.contentRevisionId !== null && log.has(message.id, message.contentRevisionId)) return [];
  return [
    warning('preview', 'No test email of this revision was sent from this machine (`loopsctl messages preview`).'),
  ];
}

/** Everything that was found, errors first. Rejects with a `Failure` where something could not be read. */
export async function preflight(context: Context, campaign: Campaign): Promise<readonly WholeFinding[]> {
  requireReadable(campaign);
  if (campaign.emailMessageId === null) {
    return [...campaignProblems(campaign), error('body', 'The campaign has no email message.')];
  }
  const message = await context.call(getMessage, { emailMessageId: campaign.emailMessageId });
  readable(JudgedMessage, message, `email of campaign ${campaign.id}`);
  const problems = [
    ...campaignProblems(campaign),
    ...messageProblems(message),
    ...(await previewProblems(context, message)),
  ];
  const found = await messageFindings(context, message);
  const own = new Set(problems.map(({ rule }) => rule));
  const all = [...problems, ...found.filter(({ rule }) => !own.has(rule))];
  return all.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

export const PREFLIGHT_CALLS = [getCampaign, getMessage, ...FINDING_CALLS, checkApiKey] as const;

export const preflightCommand = command({
  notes:
    'Checks the status, the audience, the sender, the subject, the body by the rules of `loopsctl messages check`, and whether a test email of this revision was sent. Contacts who have unsubscribed never get a campaign, and the API cannot count an audience. Exit 9 if there is an error.',
  input: z.object(campaignById),
  positionals: ['campaignId'],
  calls: PREFLIGHT_CALLS,
  output: z.array(PreflightRow),
  examples: [{ does: 'Before scheduling', line: 'campaigns preflight "Holiday opening hours"' }],
  run: async (context, { campaignId }): Promise<readonly PreflightRow[]> => {
    const campaign = await context.call(getCampaign, { campaignId });
    return [{ source: campaign.name, findings: [...(await preflight(context, campaign))] }];
  },
  verdict: verdictOf,
  report: (rows: readonly PreflightRow[]): readonly Check[] =>
    rows.map(({ source, findings }) => ({
      name: source,
      findings: findings.map(({ rule, severity, message }) => ({ rule, severity, message })),
    })),
  view: { kind: 'drawing', draw: drawChecksOf('campaign') },
});
