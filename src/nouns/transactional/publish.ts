/** `transactional publish`: checks the draft, shows what changes, asks, and publishes. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Question } from '../../define/question.ts';
import { Failure } from '../../errors.ts';
import { checkApiKey } from '../api-key.ts';
import { FINDING_CALLS, requireSound } from '../messages/check/message-findings.ts';
import { contentDifferences } from '../messages/differences.ts';
import { type EmailMessage, getMessage } from '../messages/operations.ts';
import { openPreviewLog } from '../messages/preview-log.ts';
import { readBase } from '../messages/save.ts';
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

/** What is published, and what it replaces. */
interface Review {
  readonly name: string;
  readonly draft: EmailMessage;
  /** The published message; undefined if there is none. */
  readonly publishedId: string | undefined;
}

async function readVersions(context: Context, transactionalId: string): Promise<Review> {
  const email = await context.call(getTransactional, { transactionalId });
  const { name, draftEmailMessageId, publishedEmailMessageId } = readable(
    Versions,
    email,
    `draft of transactional email ${transactionalId}`,
  );
  if (draftEmailMessageId === null) {
    throw new Failure('conflict', `${JSON.stringify(name)} has no draft. ${NOTHING}`, {
      hint: `Run \`loopsctl transactional draft ${transactionalId}\` to create one.`,
    });
  }
  const { before: draft } = await readBase(context, draftEmailMessageId);
  return { name, draft, publishedId: publishedEmailMessageId ?? undefined };
}

async function requirePreviewed(context: Context, { id, contentRevisionId }: EmailMessage): Promise<void> {
  const log = await openPreviewLog(context);
  if (typeof contentRevisionId === 'string' && log.has(id, contentRevisionId)) return;
  throw new Failure(
    'check_failed',
    `This machine has not sent a test email of this revision of the draft. ${NOTHING}`,
    { hint: `Run \`loopsctl messages preview ${id} --to me\`.` },
  );
}

/** What recipients will see differently, as notes. */
async function noteChanges(context: Context, { draft, publishedId }: Review): Promise<void> {
  if (publishedId === undefined) return context.note('It was never published.');
  const published = await context.call(getMessage, { emailMessageId: publishedId }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'conflict') throw error;
    context.warn(`The published version can't be compared: ${error.message}`);
  });
  if (published === undefined) return;
  const lines = await contentDifferences(published, draft);
  context.note(
    lines.length === 0 ? 'The draft is the same as the published version.' : 'Changes to the published version:',
  );
  for (const line of lines) context.note(line);
}

/** Shows what would be published. Rejects with `check_failed` if the draft is not what the flags require. */
async function makeReview(context: Context, { transactionalId, check, requirePreview }: Input): Promise<Review> {
  const review = await readVersions(context, transactionalId);
  if (check) await requireSound(context, review.draft, NOTHING);
  if (requirePreview) await requirePreviewed(context, review.draft);
  await noteChanges(context, review);
  return review;
}

const versionsOf = ({ draft, publishedId }: Review): string =>
  JSON.stringify([draft.id, draft.contentRevisionId, publishedId]);

/** Rejects with `conflict` if what would be published is no longer what was shown. The API cannot compare revisions here. */
async function requireSame(context: Context, seen: Review, { transactionalId }: Input): Promise<void> {
  const now = await readVersions(context, transactionalId);
  const diff = await contentDifferences(seen.draft, now.draft);
  if (diff.length === 0 && versionsOf(now) === versionsOf(seen)) return;
  if (diff.length > 0) context.note('Changes to the draft since it was shown:');
  for (const line of diff) context.note(line);
  throw new Failure('conflict', `The draft was changed after it was shown. ${NOTHING}`, {
    hint: 'Run the command again to see all changes.',
  });
}

const reviewOf = (context: Context, typed: Input): Promise<Review> => context.once(() => makeReview(context, typed));

async function question(context: Context, typed: Input): Promise<Question> {
  const review = await reviewOf(context, typed);
  return {
    question: `Publish the draft of ${JSON.stringify(review.name)}? It replaces the published version at once.`,
    requireSame: () => requireSame(context, review, typed),
  };
}

async function publish(context: Context, typed: Input): Promise<Transactional> {
  if (context.canRead) await reviewOf(context, typed);
  const email = await context.call(publishTransactional, { transactionalId: typed.transactionalId });
  context.note('Published the draft.');
  return email;
}

export const publishCommand = command({
  notes:
    'Checks the draft by the rules of `loopsctl messages check` and by those of the API (exit 9 on an error; --no-check skips it), shows what differs from the published version, even with --yes, and asks. If the draft is changed while the question is open, nothing is published. With --require-preview, somebody must have seen this revision in a test email. Publishing clears the draft. Fails (exit 5) if there is no draft.',
  input,
  positionals: ['transactionalId'],
  calls: [publishTransactional, getTransactional, getMessage, checkApiKey, ...FINDING_CALLS],
  output: Transactional,
  examples: [
    { does: 'Print the request without sending it', line: 'transactional publish c5361agykn6fatjv6m1yx7nd3 --dry-run' },
    { does: 'Publish without being asked', line: 'transactional publish c5361agykn6fatjv6m1yx7nd3 --yes' },
  ],
  question,
  run: publish,
  shows,
  view: transactionalDetails,
});
