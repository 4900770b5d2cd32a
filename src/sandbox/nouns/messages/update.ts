/** Changes email messages: only drafts, only from the revision that the writer has read. */
import * as z from 'zod';
import { FALLBACK_MAPS } from '../../../nouns/messages/operations.ts';
import type { Account } from '../../account.ts';
import { type Handler, ok, Refusal, type Service } from '../../handler.ts';
import { newId } from '../../identifiers.ts';
import { compile, normalized, variablesIn } from '../../lmx.ts';
import { parseBody } from '../../request-body.ts';
import { timestampAfter } from '../../timestamps.ts';
import { themeSection } from '../themes.seed.ts';
import { transactionalEmails } from '../transactional.seed.ts';
import { workflowSection } from '../workflows.ts';
import { findMessage, type Message, recordOf, refuseUnreadable, withReferences } from './record.ts';
import { type SavedMessage, savedMessages } from './saved.ts';

const address = (field: string) =>
  z.string().refine((text) => text === '' || /^[^@\s]+@[^@\s]+$/.test(text), `${field} is not an email address.`);

const fallbacks = z.record(z.string(), z.string().nullable()).optional();

const body = z
  .strictObject({
    expectedRevisionId: z.string().optional(),
    subject: z.string(),
    previewText: z.string(),
    fromName: z.string(),
    fromEmail: z.string().refine((text) => !text.includes('@'), 'fromEmail is the part before the @ only.'),
    replyToEmail: address('replyToEmail'),
    ccEmail: address('ccEmail'),
    bccEmail: address('bccEmail'),
    languageCode: z.string().refine((code) => /^[a-z]{2}$/.test(code), 'languageCode is not an ISO 639-1 code.'),
    emailFormat: z.enum(['styled', 'plain']),
    lmx: z.string(),
    contactPropertiesFallbacks: fallbacks,
    eventPropertiesFallbacks: fallbacks,
    dataVariablesFallbacks: fallbacks,
  })
  .partial();
type Body = z.output<typeof body>;

function refuseDisabled({ ccEmail, bccEmail, languageCode }: Body, { variants }: Service): void {
  if (!variants.ccEnabled && (ccEmail !== undefined || bccEmail !== undefined)) {
    throw new Refusal(400, 'CC and BCC are not enabled for your team.');
  }
  if (!variants.languagesEnabled && languageCode !== undefined) {
    throw new Refusal(400, 'Languages are not enabled for your team.');
  }
}

function refuseStale({ content: { contentRevisionId } }: Message, expected: string | undefined): void {
  if (expected === undefined || expected === contentRevisionId) return;
  throw new Refusal(409, 'The email message was changed since this revision. Fetch it again.');
}

/** Each named fallback is set or removed; the others stay. */
function mergedFallbacks(message: Message, given: Body): SavedMessage {
  return Object.fromEntries(
    Object.values(FALLBACK_MAPS).map((field) => {
      const merged = Object.entries({ ...message.content[field], ...given[field] });
      // Also an empty map is saved: the sample content of a message follows from its subject.
      return [field, Object.fromEntries(merged.filter(([, value]) => value !== null))];
    }),
  );
}

function savedLmx(account: Account, lmx: string, { variants }: Service): string {
  const referring = withReferences(account, lmx);
  if (!variants.normalizesLmx) return referring;
  return normalized(referring, themeSection.of(account).find(({ isDefault }) => isDefault)?.id);
}

/** What other records show of a message. */
function updateParents(account: Account, id: string, { content }: Message): void {
  const draft = transactionalEmails.of(account).find(({ record }) => record.draftEmailMessageId === id);
  if (draft !== undefined) {
    draft.record.draftEmailMessageContentRevisionId = content.contentRevisionId;
    const variables = variablesIn(`${content.subject}\n${content.previewText}\n${content.lmx}`);
    draft.draftDataVariables = variables.filter(({ namespace }) => namespace === 'data').map(({ name }) => name);
  }
  for (const { nodes } of workflowSection.of(account)) {
    for (const node of Object.values(nodes)) {
      const shows = node.typeName === 'SendEmailAction' && node.emailMessageId === id;
      if (shows) Object.assign(node, { subject: content.subject });
    }
  }
}

export const updateMessage: Handler = async (call) => {
  const given = parseBody(body, call.body);
  const { service } = call;
  const id = call.parameter('emailMessageId');
  return service.store.update((account) => {
    const message = findMessage(account, id);
    refuseUnreadable(message);
    if (message.parent.locked !== undefined) throw new Refusal(409, message.parent.locked);
    refuseStale(message, given.expectedRevisionId);
    refuseDisabled(given, service);
    const warnings = given.lmx === undefined ? [] : compile(given.lmx);
    const { expectedRevisionId: _, ...fields } = given;
    // JSON has no undefined, which the type of an optional field allows.
    const changes = fields as SavedMessage;
    savedMessages.of(account)[id] = {
      ...message.content,
      ...changes,
      ...mergedFallbacks(message, given),
      ...(given.lmx === undefined ? {} : { lmx: savedLmx(account, given.lmx, service) }),
      contentRevisionId: newId(service.random),
      updatedAt: timestampAfter(service.now(), message.content.updatedAt),
    };
    const changed = findMessage(account, id);
    updateParents(account, id, changed);
    return ok({ ...recordOf(account, changed), ...(warnings.length === 0 ? {} : { warnings }) });
  });
};
