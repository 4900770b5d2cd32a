/** The email messages that were written. The sample content of all others follows from what they belong to. */
import type { EmailMessage } from '../../../nouns/messages/operations.ts';
import { type Account, section } from '../../account.ts';
import type { Service } from '../../handler.ts';
import { newId } from '../../identifiers.ts';

/** Content that LMX cannot express, so that the API refuses to show it. */
export type Unreadable = 'mjml' | 'unparseable';

/** The changed fields of a message. */
export type SavedMessage = Partial<Omit<EmailMessage, 'id' | 'campaignId' | 'transactionalId' | 'warnings'>> & {
  readonly unreadable?: Unreadable;
};

export type SavedMessages = Record<string, SavedMessage>;

const isMap = (saved: unknown): boolean => typeof saved === 'object' && saved !== null && !Array.isArray(saved);

/** By message ID. */
export const savedMessages = section<SavedMessages>('emailMessages', () => ({}), isMap);

/** The content of a message that was just created. */
export const EMPTY = {
  subject: '',
  previewText: '',
  fromName: 'Brightwater',
  fromEmail: 'hello',
  replyToEmail: '',
  emailFormat: 'styled',
  lmx: '',
} as const;

/** Adds an empty message and returns its revision. */
export function addMessage(account: Account, id: string, updatedAt: string, { random }: Service): string {
  const contentRevisionId = newId(random);
  savedMessages.of(account)[id] = { ...EMPTY, contentRevisionId, updatedAt };
  return contentRevisionId;
}
