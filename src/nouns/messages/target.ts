/** Which email message a command is about: its ID, or the campaign or transactional email that it belongs to. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { Failure, usage } from '../../errors.ts';
import { getCampaign } from '../campaigns/operations.ts';
import { emailOf, idOf } from '../ids.ts';
import { getTransactional } from '../transactional/operations.ts';

/** Flags of commands for one message; `emailMessageId` is their argument. */
export const targetInput = {
  emailMessageId: emailOf()
    .optional()
    .describe('name of a transactional email or campaign, or ID of an email message')
    .meta({ placeholder: 'name|id' }),
  transactional: idOf('transactional email')
    .optional()
    .describe('a transactional email: its draft, else the published message'),
  campaign: idOf('campaign').optional().describe('the message of this campaign'),
};

export const publishedInput = {
  published: z.boolean().default(false).describe('of a transactional email: the published message'),
};

export const TARGET_CALLS = [getTransactional, getCampaign] as const;

export interface Target {
  readonly emailMessageId?: string | undefined;
  readonly transactional?: string | undefined;
  readonly campaign?: string | undefined;
  readonly published?: boolean | undefined;
}

const USAGE = 'Pass the name of a transactional email or campaign, or the ID of an email message.';

/** The name of an argument became the type and ID of a record, `campaign:<id>`: as if its flag had been given. */
function withFlags(target: Target): Target {
  const { emailMessageId, ...flags } = target;
  const [, kind, id] = /^(transactional|campaign):(.*)$/s.exec(emailMessageId ?? '') ?? [];
  if (kind === undefined || id === undefined) return target;
  if (flags.transactional !== undefined || flags.campaign !== undefined) return target;
  return { ...flags, [kind]: id };
}

/** The ID of the message. Rejects with a `usage` failure unless exactly one was named, and with `not_found` without a message. */
export async function messageIdOf(context: Context, target: Target): Promise<string> {
  const { emailMessageId, transactional, campaign, published = false } = withFlags(target);
  const named = [emailMessageId, transactional, campaign].filter((one) => one !== undefined);
  if (named.length === 0) throw usage('No email message was named.', USAGE);
  if (named.length > 1) throw usage('More than one email message was named.', USAGE);
  if (published && transactional === undefined) {
    throw usage(
      '--published requires a transactional email.',
      'Omit it: nothing else has a draft and a published version.',
    );
  }
  if (emailMessageId !== undefined) return emailMessageId;
  if (campaign !== undefined) return ofCampaign(context, campaign);
  return ofTransactional(context, transactional ?? '', published);
}

async function ofCampaign(context: Context, campaignId: string): Promise<string> {
  const { name, emailMessageId } = await context.call(getCampaign, { campaignId });
  if (emailMessageId !== null) return emailMessageId;
  throw new Failure('not_found', `Campaign ${JSON.stringify(name)} has no email message.`);
}

async function ofTransactional(context: Context, transactionalId: string, published: boolean): Promise<string> {
  const email = await context.call(getTransactional, { transactionalId });
  const id = published ? email.publishedEmailMessageId : (email.draftEmailMessageId ?? email.publishedEmailMessageId);
  if (id !== null) return id;
  const what = published ? 'was never published' : 'has no email message';
  throw new Failure('not_found', `Transactional email ${JSON.stringify(email.name)} ${what}.`, {
    hint: `Run \`loopsctl transactional draft ${transactionalId}\` to create a draft.`,
  });
}
