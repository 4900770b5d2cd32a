/** `transactional publish`: checks the draft, shows what changes, asks, and publishes. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { checkApiKey } from '../api-key.ts';
import { FINDING_CALLS, requireSound } from '../messages/check/message-findings.ts';
import { contentDifferences } from '../messages/differences.ts';
import { type EmailMessage, getMessage } from '../messages/operations.ts';
import { openPreviewLog } from '../messages/preview-log.ts';
import { readable } from '../readable.ts';
import { byId, getTransactional, publishTransactional, Transactional } from './operations.ts';
import { shows, transactionalDetails } from './records.ts';

const input = z.object({
  ...byId,
  check: z.boolean().default(true).describe('publish without checking the draft first'),
  requirePreview: z
    .boolean()
    .default(false)
    .describe('fail (exit 9) unless this machine has sent a test email of this revision of the draft'),
});
type Input = z.output<typeof input>;

const NOTHING = 'Nothing was published.';
const Versions = Transactional.pick({ name: true, draftEmailMessageId: true, publishedEmailMessageId: true });

async function readVersions(context: Context, transactionalId: string) {
  const email = await context.call(getTransactional, { transactionalId });
  const versions = readable(Versions, email, `draft of transactional email ${transactionalId}`);
  if (versions.draftEmailMessageId === null) {
    throw new Failure('conflict', `${JSON.stringify(versions.name)} has no draft. ${NOTHING}`, {
      hint: `Run \`loopsctl transactional draft ${transactionalId}\` to create one.`,
    });
  }
  return { ...versions, draftId: versions.draftEmailMessageId };
}
type VersionIds = Awaited<ReturnType<typeof readVersions>>;

async function requirePreviewed(context: Context, { id, contentRevisionId }: EmailMessage): Promise<void> {
  const log = await openPreviewLog(context);
  if (typeof contentRevisionId === 'string' && log.has(id, contentRevisionId)) return;
  throw new Failure(
    'check_failed',
    `This machine has not sent a test email of this revision of the draft. ${NOTHING}`,
    { hint: `Run \`loopsctl messages preview ${id} --to me\`.` },
  );
}

/** Rejects with `check_failed` if the draft is not what the flags require. */
async function requireReady(context: Context, { draftId }: VersionIds, { check, requirePreview }: Input) {
  const draft = await context.call(getMessage, { emailMessageId: draftId });
  if (check) await requireSound(context, draft, NOTHING);
  if (requirePreview) await requirePreviewed(context, draft);
}

/** What recipients will see differently, as notes. */
async function noteChanges(context: Context, { draftId, publishedEmailMessageId: publishedId }: VersionIds) {
  if (publishedId === null) return context.note('It was never published.');
  const [published, draft] = await context.each([publishedId, draftId], (emailMessageId) =>
    context.call(getMessage, { emailMessageId }),
  );
  const lines = await contentDifferences(published ?? {}, draft ?? {});
  context.note(
    lines.length === 0 ? 'The draft is the same as the published version.' : 'Changes to the published version:',
  );
  for (const line of lines) context.note(line);
}

const isConditional = ({ check, requirePreview }: Input): boolean => check || requirePreview;

async function question(context: Context, typed: Input): Promise<string> {
  const versions = await readVersions(context, typed.transactionalId);
  if (isConditional(typed)) await requireReady(context, versions, typed);
  await noteChanges(context, versions);
  return `Publish the draft of ${JSON.stringify(versions.name)}? It replaces the published version at once.`;
}

export const publishCommand = command({
  notes:
    'Checks the draft by the rules of `loopsctl messages check` and by those of the API (exit 9 on an error; --no-check skips it), shows what differs from the published version, and asks. With --require-preview, somebody must have seen this revision in a test email. Publishing clears the draft. Fails (exit 5) if there is no draft.',
  input,
  positionals: ['transactionalId'],
  calls: [publishTransactional, getTransactional, getMessage, checkApiKey, ...FINDING_CALLS],
  output: Transactional,
  examples: [
    { does: 'Print the request without sending it', line: 'transactional publish c5361agykn6fatjv6m1yx7nd3 --dry-run' },
    { does: 'Publish without being asked', line: 'transactional publish c5361agykn6fatjv6m1yx7nd3 --yes' },
  ],
  question,
  run: async (context, typed) => {
    const { transactionalId } = typed;
    // Also after the question: the draft may have been changed while it was open.
    if (isConditional(typed)) await requireReady(context, await readVersions(context, transactionalId), typed);
    const email = await context.call(publishTransactional, { transactionalId });
    context.note('Published the draft.');
    return email;
  },
  shows,
  view: transactionalDetails,
});
