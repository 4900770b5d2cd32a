/** The seeded transactional emails, expanded from one line each. */
import type { Metrics, Transactional } from '../../nouns/transactional/operations.ts';
import { section } from '../account.ts';
import { seedId } from '../identifiers.ts';
import { datesOf } from '../seed-dates.ts';
import { groupId, UNSORTED } from './groups.ts';

/** A transactional email as it is saved. */
export interface Email {
  readonly record: Transactional;
  /** The data variables of the draft. Publishing copies them to the record. */
  draftDataVariables: string[];
  /** The counters at `countedAt`; they grow from there. */
  readonly metrics: Metrics;
  /** Milliseconds since the epoch. */
  readonly countedAt: number;
  /** Data variables that may be left out when it is sent. */
  readonly optionalVariables?: readonly string[];
  /** The published message has a contact property, so that it cannot be sent. */
  readonly contactTag?: boolean;
}

type Messages = 'draft' | 'published' | 'both';

/** Per thousand sends. */
const RATES = {
  fine: { hard: 2, soft: 4, spam: 0.1 },
  tired: { hard: 9, soft: 14, spam: 0.6 },
  bouncing: { hard: 78, soft: 41, spam: 0.4 },
  disliked: { hard: 6, soft: 9, spam: 7.5 },
};

type EmailRow = readonly [
  name: string,
  group: string,
  messages: Messages,
  sends: number,
  rates: keyof typeof RATES,
  dataVariables: string,
];

/** Newest first. The data variables are those of the published message, or of the draft if there is no other. */
const EMAILS: readonly EmailRow[] = [
  ['Holiday rota reminder', 'Scheduling', 'draft', 0, 'fine', ''],
  ['AI rota suggestion ready', 'Scheduling', 'both', 1_204, 'fine', 'firstName rotaName rotaUrl'],
  ['Passkey added', 'Security', 'published', 3_911, 'fine', 'firstName deviceName time'],
  ['Partner payout statement', 'Partner portal', 'draft', 0, 'fine', 'partnerName amount period'],
  ['Year in review', 'Digests', 'draft', 0, 'fine', 'firstName hoursScheduled shiftsCovered'],
  ['Shift offer accepted', 'Shift marketplace', 'published', 18_442, 'fine', 'firstName shiftDate acceptedBy'],
  ['Shift offer expired', 'Shift marketplace', 'published', 6_120, 'fine', 'firstName shiftDate'],
  ['Shift swap requested', 'Shift marketplace', 'both', 22_871, 'fine', 'firstName requesterName shiftDate swapUrl'],
  ['Mobile magic link', 'Mobile app', 'published', 91_377, 'fine', 'magicLink expiresInMinutes'],
  ['Push notifications off', 'Mobile app', 'published', 0, 'fine', 'firstName'],
  ['Réinitialisation du mot de passe', 'Équipe France', 'both', 8_215, 'fine', 'firstName resetLink'],
  ['Facture payée', 'Équipe France', 'published', 2_034, 'fine', 'companyName invoiceNumber amount'],
  ['パスワード再設定', '日本チーム', 'published', 1_187, 'fine', 'firstName resetLink'],
  ['シフト公開のお知らせ', '日本チーム', 'draft', 0, 'fine', 'firstName rotaName'],
  ['Export ready', 'Data exports', 'published', 7_702, 'fine', 'firstName fileName downloadUrl'],
  ['Export failed', 'Data exports', 'published', 143, 'fine', 'firstName fileName'],
  ['Payroll file delivered', 'Payroll handover', 'published', 4_466, 'fine', 'companyName period provider'],
  ['Payroll file rejected', 'Payroll handover', 'both', 212, 'fine', 'companyName period reason'],
  ['Rest break missed', 'Compliance', 'published', 15_093, 'tired', 'firstName shiftDate'],
  ['Weekly hours exceeded', 'Compliance', 'published', 5_548, 'fine', 'managerName employeeName hours'],
  ['Audit report ready', 'Compliance', 'draft', 0, 'fine', 'companyName reportUrl'],
  ['Incident opened', 'Incidents', 'published', 38_240, 'fine', 'title statusUrl'],
  ['Incident resolved', 'Incidents', 'published', 38_236, 'fine', 'title duration statusUrl'],
  ['Maintenance announced', 'Incidents', 'published', 0, 'fine', 'startsAt duration'],
  ['Calendar connected', 'Calendar sync', 'published', 12_990, 'fine', 'firstName calendarProvider'],
  ['Calendar disconnected', 'Calendar sync', 'both', 3_377, 'fine', 'firstName calendarProvider reconnectUrl'],
  ['Slack connected', 'Integrations', 'published', 5_871, 'fine', 'firstName workspaceName'],
  ['API key created', 'Integrations', 'published', 1_623, 'fine', 'firstName keyName createdBy'],
  ['Webhook failing', 'Integrations', 'published', 408, 'fine', 'endpoint failures lastError'],
  ['Time off requested', 'Time off', 'published', 29_415, 'fine', 'managerName employeeName from to approveUrl'],
  ['Time off approved', 'Time off', 'published', 27_002, 'fine', 'firstName from to'],
  ['Time off declined', 'Time off', 'published', 1_980, 'fine', 'firstName from to reason'],
  ['Late clock-in', 'Clock-in', 'published', 44_718, 'disliked', 'managerName employeeName minutesLate'],
  ['Forgotten clock-out', 'Clock-in', 'published', 19_026, 'tired', 'firstName shiftDate fixUrl'],
  ['Rota published', 'Scheduling', 'both', 214_906, 'fine', 'firstName rotaName weekOf rotaUrl'],
  ['Shift changed', 'Scheduling', 'published', 163_550, 'fine', 'firstName shiftDate before after'],
  ['Shift cancelled', 'Scheduling', 'published', 31_089, 'fine', 'firstName shiftDate'],
  ['Open shift available', 'Scheduling', 'published', 87_634, 'tired', 'firstName shiftDate location claimUrl'],
  ['Team invitation', 'Team invitations', 'both', 57_312, 'bouncing', 'inviterName teamName inviteUrl'],
  ['Invitation reminder', 'Team invitations', 'published', 21_448, 'bouncing', 'inviterName teamName inviteUrl'],
  ['Invitation accepted', 'Team invitations', 'published', 33_705, 'fine', 'firstName newMemberName'],
  ['Seat limit reached', 'Plan changes', 'both', 2_566, 'fine', 'firstName seatLimit upgradeUrl'],
  ['Plan upgraded', 'Plan changes', 'published', 3_140, 'fine', 'firstName planName'],
  ['Plan downgraded', 'Plan changes', 'published', 705, 'fine', 'firstName planName endsOn'],
  ['Subscription cancelled', 'Plan changes', 'published', 1_318, 'fine', 'firstName endsOn'],
  ['Payment failed', 'Dunning', 'both', 4_902, 'tired', 'firstName amount retryOn updateCardUrl'],
  ['Payment failed, second notice', 'Dunning', 'published', 1_733, 'tired', 'firstName amount updateCardUrl'],
  ['Workspace suspended', 'Dunning', 'published', 291, 'bouncing', 'firstName companyName updateCardUrl'],
  ['Card expiring soon', 'Billing', 'published', 2_847, 'fine', 'firstName cardLastFour expiresOn'],
  ['Refund issued', 'Billing', 'published', 366, 'fine', 'firstName amount invoiceNumber'],
  ['Invoice paid', 'Billing', 'published', 41_209, 'fine', 'companyName invoiceNumber amount invoiceUrl'],
  ['Trial ending', 'Trials', 'both', 9_874, 'fine', 'firstName endsOn upgradeUrl'],
  ['Trial expired', 'Trials', 'published', 6_402, 'tired', 'firstName upgradeUrl'],
  ['New device sign-in', 'Security', 'published', 52_163, 'fine', 'firstName deviceName location time'],
  ['Two-factor code', 'Security', 'published', 128_804, 'fine', 'code expiresInMinutes'],
  ['Email address changed', 'Account access', 'published', 2_219, 'fine', 'firstName oldEmail newEmail'],
  ['Magic link', 'Account access', 'published', 176_031, 'fine', 'magicLink expiresInMinutes'],
  ['Password reset', 'Account access', 'both', 48_217, 'fine', 'firstName resetLink expiresInMinutes'],
  ['Verify your email', 'Onboarding', 'published', 61_450, 'tired', 'firstName verifyUrl'],
  ['Welcome to Brightwater 👋', 'Onboarding', 'published', 58_993, 'fine', 'firstName companyName'],
  ['Daily rota digest', 'Digests', 'published', 402_118, 'disliked', 'firstName date shifts'],
  ['Support reply', 'Support', 'published', 17_366, 'fine', 'firstName ticketSubject reply'],
  ['Satisfaction survey', 'Support', 'published', 9_021, 'fine', 'firstName surveyUrl'],
  ['Deliverability test', UNSORTED, 'published', 3, 'fine', ''],
];

const OPTIONAL: Readonly<Record<string, readonly string[]>> = { 'Invoice paid': ['companyName'] };

/** Somebody published it with a contact property. */
const WITH_CONTACT_TAG = 'Satisfaction survey';

function seededEmails(now: number): Email[] {
  return EMAILS.map(([name, group, messages, sends, rates, variables], index) => {
    const id = seedId('transactional-email', name);
    const draft = messages !== 'published';
    const published = messages !== 'draft';
    const dataVariables = variables.split(' ').filter((variable) => variable !== '');
    return {
      record: {
        id,
        name,
        draftEmailMessageId: draft ? seedId('draft-message', name) : null,
        draftEmailMessageContentRevisionId: draft ? seedId('draft-revision', name) : null,
        publishedEmailMessageId: published ? seedId('published-message', name) : null,
        transactionalGroupId: groupId('transactional', group),
        ...datesOf(name, index, EMAILS.length),
        dataVariables: published ? dataVariables : [],
      },
      draftDataVariables: draft ? dataVariables : [],
      metrics: metricsOf(sends, RATES[rates]),
      countedAt: now,
      ...(OPTIONAL[name] === undefined ? {} : { optionalVariables: OPTIONAL[name] }),
      ...(name === WITH_CONTACT_TAG ? { contactTag: true } : {}),
    };
  });
}

/** What the seeded messages are about, by their IDs. */
export const transactionalMessages: ReadonlyMap<string, MessageTopic> = new Map(
  EMAILS.flatMap(([name, , messages, , , variables]) => {
    const dataVariables = variables.split(' ').filter((variable) => variable !== '');
    const topic = { name, dataVariables };
    const isNewer = messages === 'both';
    return [
      [seedId('draft-message', name), { ...topic, isNewer }],
      [seedId('published-message', name), { ...topic, isNewer: false }],
    ] as const;
  }),
);

export interface MessageTopic {
  readonly name: string;
  readonly dataVariables: readonly string[];
  /** A draft that was changed since it was published. */
  readonly isNewer: boolean;
}

function metricsOf(sends: number, { hard, soft, spam }: (typeof RATES)['fine']): Metrics {
  const share = (perThousand: number) => Math.round((sends * perThousand) / 1000);
  const hardBounces = share(hard);
  const softBounces = share(soft);
  return { sends, deliveries: sends - hardBounces - softBounces, spamReports: share(spam), hardBounces, softBounces };
}

export const transactionalEmails = section('transactionalEmails', seededEmails);
