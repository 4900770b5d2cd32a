/** Suppressed addresses, and how many suppressions can still be removed. */
import { isRecord } from '../define/json.ts';
import type { RemovalQuota } from '../nouns/contacts/operations.ts';
import { type Account, section } from './account.ts';
import { Refusal, type Service } from './handler.ts';
import { SUPPRESSED } from './nouns/contacts.seed.ts';

interface Suppression {
  /** In lower case. An address stays suppressed after its contact was deleted. */
  addresses: string[];
  /** When suppressions were removed, in milliseconds. */
  removedAt: number[];
}

const PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

export const suppressionSection = section(
  'suppression',
  (): Suppression => ({ addresses: [...SUPPRESSED], removedAt: [] }),
  (saved) => isRecord(saved) && Array.isArray(saved['addresses']) && Array.isArray(saved['removedAt']),
);

export const isSuppressed = (account: Account, email: string): boolean =>
  suppressionSection.of(account).addresses.includes(email.toLowerCase());

export function quotaOf(account: Account, { variants, now }: Service): RemovalQuota {
  const used = suppressionSection.of(account).removedAt.filter((at) => at > now() - PERIOD_MS).length;
  const limit = variants.suppressionRemovals;
  return { limit, remaining: Math.max(0, limit - used) };
}

/** Throws a 400 `Refusal` for an address that is not suppressed, and where the quota is used up. */
export function unsuppress(account: Account, email: string, service: Service): RemovalQuota {
  const suppression = suppressionSection.of(account);
  if (!isSuppressed(account, email)) throw new Refusal(400, 'This email is not on the suppression list.');
  if (service.variants.suppressionRemovals === 0) {
    throw new Refusal(400, 'Removing emails from the suppression list requires a paid plan.');
  }
  if (quotaOf(account, service).remaining === 0) {
    throw new Refusal(400, 'You have reached the limit of suppression removals.');
  }
  suppression.addresses = suppression.addresses.filter((address) => address !== email.toLowerCase());
  suppression.removedAt = [...suppression.removedAt.filter((at) => at > service.now() - PERIOD_MS), service.now()];
  return quotaOf(account, service);
}
