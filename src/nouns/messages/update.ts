/** `messages update`: changes an email message, based on the revision that was read. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { type FallbackChanges, fallbackChanges, fallbackInput } from './fallback-flags.ts';
import { LMX_CALLS, readLmx } from './lmx-file.ts';
import { EmailMessage } from './operations.ts';
import { type MessageChange, readBase, SAVE_CALLS, saveMessage } from './save.ts';
import { messageIdOf, TARGET_CALLS, targetInput } from './target.ts';
import { messageView, SHOWN } from './view.ts';

const text = (description: string) => z.string().optional().describe(description);

const input = z.object({
  ...targetInput,
  subject: text('subject line'),
  previewText: text('text that mailboxes show after the subject'),
  fromName: text("sender's name"),
  fromEmail: text("sender's address, only the part before the @"),
  replyTo: text('address for replies; empty for none').meta({ placeholder: 'address' }),
  cc: text('CC address; the team must have CC enabled').meta({ placeholder: 'address' }),
  bcc: text('BCC address; the team must have BCC enabled').meta({ placeholder: 'address' }),
  language: text('ISO 639-1 code; the team must have languages enabled').meta({ placeholder: 'code' }),
  emailFormat: z.enum(['styled', 'plain']).optional().describe('plain: full width, without theme'),
  lmxFile: text('file with the body in LMX; - for stdin').meta({ placeholder: 'file' }),
  ...fallbackInput,
  revision: text('save only if it is still the current one').meta({
    placeholder: 'id',
  }),
  force: z.boolean().default(false).describe('overwrite changes by others'),
});
type Input = z.output<typeof input>;

/** The flags of single fields, with the names that the API has for them. */
const FIELDS = {
  subject: 'subject',
  previewText: 'previewText',
  fromName: 'fromName',
  fromEmail: 'fromEmail',
  replyTo: 'replyToEmail',
  cc: 'ccEmail',
  bcc: 'bccEmail',
  language: 'languageCode',
  emailFormat: 'emailFormat',
} as const satisfies Partial<Record<keyof Input, keyof MessageChange>>;

/** Everything that can be known before a change is sent. Rejects with a `usage` failure. */
async function readChange(context: Context, typed: Input): Promise<MessageChange> {
  const fields = Object.entries(FIELDS).flatMap(([flag, field]) => {
    const value = typed[flag as keyof typeof FIELDS];
    return value === undefined ? [] : [[field, value]];
  });
  const fallbacks: FallbackChanges = fallbackChanges(typed);
  if (typed.fromEmail?.includes('@')) {
    throw usage('--from-email takes only the part before the @.', 'The sending domain of the team is added.');
  }
  const lmx = typed.lmxFile === undefined ? {} : { lmx: await readLmx(context, typed.lmxFile) };
  const change: MessageChange = { ...Object.fromEntries(fields), ...fallbacks, ...lmx };
  if (Object.keys(change).length === 0) {
    throw usage('Nothing to change.', 'Pass --subject, --preview-text, --lmx-file, --fallback or another field.');
  }
  return change;
}

async function update(context: Context, typed: Input): Promise<EmailMessage> {
  if (typed.force && typed.revision !== undefined) {
    throw usage("--force can't be combined with --revision.", 'Pass one of them.');
  }
  const change = await readChange(context, typed);
  const id = await messageIdOf(context, typed);
  const needsRevision = !typed.force && typed.revision === undefined;
  const base = needsRevision ? await readBase(context, id) : { before: undefined, revision: typed.revision };
  const saved = await saveMessage(context, { id, change, ...base });
  context.note('Updated the email message.');
  return saved;
}

export const updateCommand = command({
  notes: [
    'Only drafts can be changed. `loopsctl transactional draft <id>` creates one.',
    'If somebody else changes the message in the meantime, nothing is saved and the difference is printed (exit 5). Fallbacks that are not named stay as they are.',
    'Images in the file can have the name of an uploaded file as `src`: `loopsctl images push --help`.',
  ].join('\n\n'),
  input,
  positionals: ['emailMessageId'],
  calls: [...SAVE_CALLS, ...TARGET_CALLS, ...LMX_CALLS],
  output: EmailMessage,
  examples: [
    {
      does: 'A new subject',
      line: 'messages update --transactional "Password reset" --subject "Reset your password" --dry-run',
    },
    {
      does: 'Set one fallback and remove another',
      line: 'messages update --campaign "Holiday opening hours" --fallback contact.firstName=friend --unset-fallback contact.city',
    },
  ],
  run: update,
  shows: SHOWN,
  view: messageView,
});
