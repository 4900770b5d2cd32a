/** Lets time pass in an account: counters grow, waiting emails become due, and scheduled campaigns are sent to its contacts. */
import { isRecord } from '../define/json.ts';
import type { Account } from './account.ts';
import { recipientsOf } from './audience.ts';
import { contactSection } from './contact-book.ts';
import { campaignSection, metricsOf, type SavedCampaign } from './nouns/campaigns.seed.ts';
import { savedMessages } from './nouns/messages/saved.ts';
import { addMail, type Mail, outboxSection } from './outbox.ts';
import { spread } from './seed-dates.ts';

export interface Advanced {
  /** How many records have counters. */
  readonly records: number;
  /** The emails that are due now and were not before. */
  readonly due: readonly Mail[];
  readonly campaigns: number;
}

/** Times in the future come closer by `ms`. Sections without them stay as they are. `now` is in milliseconds since the epoch. */
export function advance(account: Account, ms: number, now: number): Advanced {
  const waiting = dueMails(account, ms, now);
  const sent = sentCampaigns(account, ms, now);
  const due = [...waiting, ...sent.flatMap((campaign) => campaignMails(account, campaign))];
  return { due, campaigns: sent.length, records: grown(account, ms) };
}

function grown(account: Account, ms: number): number {
  let count = 0;
  for (const saved of Object.values(account)) {
    if (!Array.isArray(saved)) continue;
    for (const item of saved) {
      if (!isRecord(item) || typeof item['countedAt'] !== 'number') continue;
      item['countedAt'] -= ms;
      count++;
    }
  }
  return count;
}

const earlier = (timestamp: string, ms: number): string => new Date(Date.parse(timestamp) - ms).toISOString();

function dueMails(account: Account, ms: number, now: number): readonly Mail[] {
  if (!Object.hasOwn(account, outboxSection.name)) return [];
  const outbox = outboxSection.of(account);
  const due: Mail[] = [];
  outbox.mails = outbox.mails.map((mail) => {
    if (!(Date.parse(mail.sendAt) > now)) return mail;
    const moved = { ...mail, time: earlier(mail.time, ms), sendAt: earlier(mail.sendAt, ms) };
    if (Date.parse(moved.sendAt) <= now) due.push(moved);
    return moved;
  });
  return due;
}

/** The made-up audience of a campaign that nobody has counted. */
const audienceOf = (id: string): number => 2_000 + spread(30_000, 'audience', id);

function sentCampaigns(account: Account, ms: number, now: number): readonly SavedCampaign[] {
  if (!Object.hasOwn(account, campaignSection.name)) return [];
  const sent: SavedCampaign[] = [];
  for (const campaign of campaignSection.of(account)) {
    const { record } = campaign;
    const { timestamp } = record.scheduling ?? {};
    if (record.status !== 'Scheduled' || typeof timestamp !== 'string') continue;
    const moved = earlier(timestamp, ms);
    record.scheduling = { method: 'schedule', timestamp: moved };
    if (Date.parse(moved) > now) continue;
    record.status = 'Sent';
    campaign.metrics = metricsOf(record.id, audienceOf(record.id));
    sent.push(campaign);
  }
  return sent;
}

/** Adds an email for each contact of the account that the campaign is for. Its metrics count the made-up audience too. */
function campaignMails(account: Account, { record }: SavedCampaign): readonly Mail[] {
  const needed = [outboxSection, contactSection, savedMessages];
  if (needed.some(({ name }) => !Object.hasOwn(account, name))) return [];
  const { emailMessageId } = record;
  const saved = emailMessageId === null ? undefined : savedMessages.of(account)[emailMessageId];
  const sendAt = record.scheduling?.timestamp ?? record.updatedAt;
  return recipientsOf(account, record).map((contact) =>
    addMail(account, {
      time: record.updatedAt,
      sendAt,
      type: 'campaign',
      to: contact.email,
      name: record.name,
      sourceId: record.id,
      emailMessageId,
      subject: saved?.subject ?? record.name,
      variables: {},
      attachments: [],
      idempotencyKey: null,
      contactId: contact.id,
      userId: contact.userId ?? null,
    }),
  );
}
