/** `transactional publish`: checks the draft, shows what changes, asks, and publishes. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { FINDING_CALLS, requireSound } from '../messages/check/message-findings.ts';
import { contentDifferences } from '../messages/differences.ts';
import { type EmailMessage, getMessage } from '../messages/operations.ts';
import { byId, getTransactional, publishTransactional, Transactional } from './operations.ts';
import { shows, transactionalDetails } from './records.ts';

const input = z.object({
  ...byId,
  check: z.boolean().default(true).describe('publish without checking the draft first'),
});
type Input = z.output<typeof input>;

const NOTHING = 'Nothing was published.';

async function checkDraft(context: Context, email: Transactional): Promise<EmailMessage> {
  const { draftEmailMessageId: draftId } = email;
  if (draftId === null) {
    throw new Failure('conflict', `${JSON.stringify(email.name)} has no draft. ${NOTHING}`, {
      hint: `Run \`loopsctl transactional draft ${email.id}\` to create one.`,
    });
  }
  const draft = await context.call(getMessage, { emailMessageId: draftId });
  await requireSound(context, draft, NOTHING);
  return draft;
}

/** What recipients will see differently, as notes. */
async function noteChanges(context: Context, email: Transactional, draft: EmailMessage): Promise<void> {
  const { publishedEmailMessageId: publishedId } = email;
  if (publishedId === null) return context.note('It was never published.');
  const published = await context.call(getMessage, { emailMessageId: publishedId });
  const lines = await contentDifferences(published, draft);
  context.note(
    lines.length === 0 ? 'The draft is the same as the published version.' : 'Changes to the published version:',
  );
  for (const line of lines) context.note(line);
}

async function question(context: Context, { transactionalId, check }: Input): Promise<string> {
  const email = await context.call(getTransactional, { transactionalId });
  if (check) await noteChanges(context, email, await checkDraft(context, email));
  return `Publish the draft of ${JSON.stringify(email.name)}? It replaces the published version at once.`;
}

export const publishCommand = command({
  notes:
    'Checks the draft by the rules of `loopsctl messages check` and by those of the API (exit 9 on an error; --no-check skips it), shows what differs from the published version, and asks. Publishing clears the draft. Fails (exit 5) if there is no draft.',
  input,
  positionals: ['transactionalId'],
  calls: [publishTransactional, getTransactional, getMessage, ...FINDING_CALLS],
  output: Transactional,
  examples: [
    { does: 'Print the request without sending it', line: 'transactional publish c5361agykn6fatjv6m1yx7nd3 --dry-run' },
    { does: 'Publish without being asked', line: 'transactional publish c5361agykn6fatjv6m1yx7nd3 --yes' },
  ],
  question,
  run: async (context, { transactionalId, check }) => {
    // Also after the question: the draft may have been changed while it was open.
    if (check) await checkDraft(context, await context.call(getTransactional, { transactionalId }));
    const email = await context.call(publishTransactional, { transactionalId });
    context.note('Published the draft.');
    return email;
  },
  shows,
  view: transactionalDetails,
});
