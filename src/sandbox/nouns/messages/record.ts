/** Email messages as the API shows them. */
import type { EmailMessage } from '../../../nouns/messages/operations.ts';
import type { Account } from '../../account.ts';
import { Refusal } from '../../handler.ts';
import { seedId } from '../../identifiers.ts';
import { componentSection } from '../components.seed.ts';
import { type Parent, parentOf } from './parents.ts';
import { type SavedMessage, savedMessages, type Unreadable } from './saved.ts';
import { sampleContent } from './seed.ts';

/** A message with everything that is known of it. */
export interface Message {
  readonly id: string;
  readonly parent: Parent;
  readonly content: Required<Pick<EmailMessage, 'contentRevisionId' | 'updatedAt'>> &
    ReturnType<typeof sampleContent> & { readonly unreadable?: Unreadable };
}

/** Throws a 404 `Refusal` for a message that nothing has. */
export function findMessage(account: Account, id: string): Message {
  return messageOf(account, id, parentOf(account, id));
}

export function messageOf(account: Account, id: string, parent: Parent): Message {
  const saved = savedMessages.of(account)[id] ?? {};
  const sample = { contentRevisionId: parent.revision ?? seedId('message-revision', id), updatedAt: parent.updatedAt };
  return { id, parent, content: { ...sample, ...sampleContent(id, parent), ...definedIn(saved) } };
}

const definedIn = (saved: SavedMessage): SavedMessage =>
  Object.fromEntries(Object.entries(saved).filter(([, value]) => value !== undefined));

const REFUSALS: Readonly<Record<Unreadable, string>> = {
  mjml: 'This email message uses MJML and cannot be accessed through the API.',
  unparseable: 'The content of this email message cannot be parsed.',
};

/** Throws a 409 `Refusal` for a message that LMX cannot express. */
export function refuseUnreadable({ content: { unreadable } }: Message): void {
  if (unreadable !== undefined) throw new Refusal(409, REFUSALS[unreadable]);
}

/** The record of a message. References to components come with their bodies. */
export function recordOf(account: Account, message: Message): EmailMessage {
  refuseUnreadable(message);
  const { id, parent, content } = message;
  const { unreadable: _, ...shown } = content;
  return {
    id,
    ...(parent.kind === 'campaign' ? { campaignId: parent.id } : {}),
    ...(parent.kind === 'transactional' ? { transactionalId: parent.id } : {}),
    ...withoutEmptyMaps(shown),
    lmx: withComponents(account, content.lmx),
  };
}

/** The API shows a map of fallbacks only where it has some. */
const withoutEmptyMaps = <Content extends object>(content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).filter(([name, value]) => !name.endsWith('Fallbacks') || Object.keys(value).length > 0),
  ) as Content;

const REFERENCE = /^([ \t]*)<Component componentId="([^"]*)"([^>]*?) ?\/>/gm;

function withComponents(account: Account, lmx: string): string {
  const bodies = new Map(componentSection.of(account).map(({ id, lmx: body }) => [id, body]));
  return lmx.replace(REFERENCE, (whole, indent: string, id: string, rest: string) => {
    const body = bodies.get(id);
    if (body === undefined) return whole;
    const lines = body.split('\n').map((line) => `${indent}  ${line}`);
    return `${indent}<Component componentId="${id}"${rest}>\n${lines.join('\n')}\n${indent}</Component>`;
  });
}

const EXPANDED = /^([ \t]*)<Component componentId="([^"]*)"([^>]*)>\n([\s\S]*?)\n[ \t]*<\/Component>/gm;

/** The opposite of what `recordOf` does: a component whose children are its own body is a reference, and no override. */
export function withReferences(account: Account, lmx: string): string {
  const bodies = new Map(componentSection.of(account).map(({ id, lmx: body }) => [id, body]));
  const plain = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .join('\n');
  return lmx.replace(EXPANDED, (whole, indent: string, id: string, rest: string, inner: string) => {
    const body = bodies.get(id);
    return body !== undefined && plain(body) === plain(inner)
      ? `${indent}<Component componentId="${id}"${rest} />`
      : whole;
  });
}
