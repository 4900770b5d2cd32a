/** Which contacts of the account a campaign is sent to: its mailing list, its segment and its filter. */
import { isRecord } from '../define/json.ts';
import type { Campaign } from '../nouns/campaigns/operations.ts';
import type { Account } from './account.ts';
import { contactSection } from './contact-book.ts';
import type { SavedContact } from './nouns/contacts.seed.ts';
import { audienceSegments } from './nouns/segments.seed.ts';
import { fits } from './property-trigger.ts';
import { isSuppressed } from './suppression.ts';

type Recipient = SavedContact['contact'];

const snakeCase = (name: unknown): string => String(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The account does not record who was sent, opened or clicked what. */
function meets(contact: Recipient, condition: unknown): boolean {
  if (!isRecord(condition)) return false;
  const { type, key, operator, value, status, negate } = condition;
  if (type === 'optIn') return (contact.optInStatus ?? null) === (status ?? null);
  if (type === 'activity') return negate === true;
  return type === 'property' && fits(contact[String(key)], { operator: snakeCase(operator), value });
}

function fitsFilter(contact: Recipient, filter: unknown): boolean {
  if (filter === null || filter === undefined) return true;
  if (!isRecord(filter) || !Array.isArray(filter['conditions'])) return false;
  const test = (condition: unknown) => meets(contact, condition);
  return filter['match'] === 'any' ? filter['conditions'].some(test) : filter['conditions'].every(test);
}

export function recipientsOf(account: Account, campaign: Campaign): readonly Recipient[] {
  const { mailingListId: list, audienceSegmentId, audienceFilter } = campaign;
  const segment = audienceSegments.of(account).find(({ id }) => id === audienceSegmentId);
  return Object.values(contactSection.of(account).contacts)
    .map(({ contact }) => contact)
    .filter(
      (contact) =>
        contact.subscribed !== false &&
        !isSuppressed(account, contact.email) &&
        (typeof list !== 'string' || contact.mailingLists?.[list] === true) &&
        (typeof audienceSegmentId !== 'string' || (segment !== undefined && fitsFilter(contact, segment.filter))) &&
        fitsFilter(contact, audienceFilter),
    );
}
