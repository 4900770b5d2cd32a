/** The endpoints of email messages: content, test sends, and the checks of the API before publishing. */
import * as z from 'zod';
import { oneOf } from '../../define/constraints.ts';
import { operation } from '../../define/operation.ts';
import { idOf } from '../ids.ts';

const fallbacks = z.record(z.string(), z.string()).optional();

const CompileWarning = z.looseObject({
  rule: z.string(),
  severity: z.string(),
  message: z.string(),
  path: z.string().optional(),
});

export const EmailMessage = z.object({
  id: z.string(),
  campaignId: z.string().optional().describe('only of the message of a campaign'),
  transactionalId: z.string().optional().describe('only of the message of a transactional email'),
  subject: z.string(),
  previewText: z.string(),
  fromName: z.string(),
  fromEmail: z.string().describe('the part before @; the sending domain follows'),
  replyToEmail: z.string(),
  ccEmail: z.string().optional(),
  bccEmail: z.string().optional(),
  languageCode: z.string().optional(),
  emailFormat: oneOf(['styled', 'plain']),
  lmx: z.string().describe('the body'),
  contentRevisionId: z.string().nullable().describe('a new one after every change'),
  updatedAt: z.string(),
  contactPropertiesFallbacks: fallbacks,
  eventPropertiesFallbacks: fallbacks,
  dataVariablesFallbacks: fallbacks,
  warnings: z.array(CompileWarning).optional().describe('only in the response to an update'),
});
export type EmailMessage = z.infer<typeof EmailMessage>;

const messageById = { emailMessageId: idOf('email message') };

export const getMessage = operation('GET /v1/email-messages/{emailMessageId}', 'Show an email message', {
  input: messageById,
  output: EmailMessage,
});

/** A string sets a fallback, null removes it, and the others stay. */
const fallbackChanges = z.record(z.string(), z.string().nullable()).optional();

/** The three maps of fallbacks, by the namespace of their variables: `{contact.firstName}`. */
export const FALLBACK_MAPS = {
  contact: 'contactPropertiesFallbacks',
  event: 'eventPropertiesFallbacks',
  data: 'dataVariablesFallbacks',
} as const;

export const updateMessage = operation('POST /v1/email-messages/{emailMessageId}', 'Change an email message', {
  effect: 'draft',
  undo: {
    read: getMessage,
    revision: 'contentRevisionId',
    empties: ['subject', 'previewText', 'replyToEmail', 'ccEmail', 'bccEmail', 'lmx'],
  },
  input: {
    ...messageById,
    expectedRevisionId: z.string().optional(),
    subject: z.string().optional(),
    previewText: z.string().optional(),
    fromName: z.string().optional(),
    fromEmail: z.string().optional(),
    replyToEmail: z.string().optional(),
    ccEmail: z.string().optional(),
    bccEmail: z.string().optional(),
    languageCode: z.string().optional(),
    emailFormat: z.enum(['styled', 'plain']).optional(),
    lmx: z.string().optional(),
    contactPropertiesFallbacks: fallbackChanges,
    eventPropertiesFallbacks: fallbackChanges,
    dataVariablesFallbacks: fallbackChanges,
  },
  output: EmailMessage,
});

const values = z.record(z.string(), z.unknown()).optional();

export const previewMessage = operation('POST /v1/email-messages/{emailMessageId}/preview', 'Send a test email', {
  effect: 'send',
  recipients: ({ emails }) => emails,
  input: {
    ...messageById,
    emails: z.array(z.string()),
    contactProperties: values,
    eventProperties: values,
    dataVariables: values,
  },
  output: z.looseObject({ id: z.string() }),
});

const GuardianRule = z.looseObject({
  rule: z.string(),
  title: z.string(),
  description: z.string(),
  items: z.array(z.looseObject({ label: z.string(), codeName: z.string().optional() })),
});
export type GuardianRule = z.infer<typeof GuardianRule>;

/** What the API finds in a message before it is published. Errors block publishing. */
export const Guardian = z.looseObject({ errors: z.array(GuardianRule), warnings: z.array(GuardianRule) });
export type Guardian = z.infer<typeof Guardian>;

export const guardian = operation(
  'GET /v1/email-messages/{emailMessageId}/guardian',
  'Check an email message as the API does before publishing',
  { input: messageById, output: Guardian },
);
