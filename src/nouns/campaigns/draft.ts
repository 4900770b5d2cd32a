/** `campaigns draft`: creates or updates the draft with a name, so that the same run twice gives one campaign. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { Failure, usage } from '../../errors.ts';
import { normalForms } from '../../lmx/normal-form.ts';
import { idOf } from '../ids.ts';
import { type MessageChange, readBase, SAVE_CALLS, saveMessage } from '../messages/save.ts';
import { createOnce } from '../twins.ts';
import { type AudienceFields, audienceFields, audienceInput, warnOfClearing } from './audience.ts';
import { BODY_CALLS, openBody } from './body.ts';
import { Campaign, createCampaign, listCampaigns, updateCampaign } from './operations.ts';
import { campaignDetails, SHOWN } from './view.ts';

const text = (description: string) => z.string().optional().describe(description);

const input = z.object({
  name: z.string().min(1).describe('name of the campaign; the draft with exactly this name is updated'),
  from: text('file with the body: LMX, or Markdown in a file named .md; - for LMX on standard input').meta({
    placeholder: 'file',
  }),
  subject: text('subject line'),
  previewText: text('text that mailboxes show after the subject'),
  fromName: text("sender's name"),
  group: idOf('campaign group').optional(),
  ...audienceInput,
});
type Input = z.output<typeof input>;

type CampaignChange = AudienceFields & { readonly campaignGroupId?: string };

/** The only draft with the name. Rejects with `usage` for several, and with `conflict` if all campaigns with it are taken. */
async function findDraft(context: Context, name: string): Promise<Campaign | undefined> {
  const found: Campaign[] = [];
  for await (const page of context.list(listCampaigns, {})) {
    for (const campaign of page) if (campaign.name === name) found.push(campaign);
  }
  const drafts = found.filter(({ status }) => status === 'Draft');
  const quoted = JSON.stringify(name);
  if (drafts.length > 1) {
    throw usage(
      `${drafts.length} drafts are named ${quoted}.`,
      `Update one of them with \`loopsctl campaigns update\`: ${drafts.map(({ id }) => id).join(', ')}.`,
    );
  }
  const [other] = found;
  if (drafts.length === 0 && other !== undefined) {
    throw new Failure('conflict', `Campaign ${quoted} (${other.id}) exists with status ${other.status}.`, {
      hint: 'Only drafts can be changed. Choose another name.',
    });
  }
  return drafts[0];
}

interface Saved {
  readonly campaign: Campaign;
  readonly changed: boolean;
}

/** The draft with the wanted audience and group, created if there is none. */
async function ensureCampaign(
  context: Context,
  draft: Campaign | undefined,
  name: string,
  change: CampaignChange,
): Promise<Saved> {
  if (draft === undefined) {
    const created = await createOnce(context, {
      noun: 'campaign',
      name,
      list: listCampaigns,
      create: () => context.call(createCampaign, { name, ...change }),
    });
    context.note('Created the campaign as a draft.');
    return { campaign: created, changed: true };
  }
  const differs = Object.entries(change).some(
    ([field, value]) => JSON.stringify(draft[field as keyof Campaign]) !== JSON.stringify(value),
  );
  if (!differs) return { campaign: draft, changed: false };
  warnOfClearing(context, draft, change);
  const updated = await context.call(updateCampaign, { campaignId: draft.id, ...change });
  context.note('Updated the campaign.');
  return { campaign: updated, changed: true };
}

/** The API rewrites a body when it saves it. */
function isSameBody(saved: string, wanted: string): boolean {
  const [one, other] = normalForms(saved, wanted);
  return one === other;
}

/** Whether the message had to be changed. */
async function writeMessage(
  context: Context,
  { name, emailMessageId: id }: Campaign,
  change: MessageChange,
): Promise<boolean> {
  if (Object.keys(change).length === 0) return false;
  if (id === null) throw new Failure('not_found', `Campaign ${JSON.stringify(name)} has no email message.`);
  const { before, revision } = await readBase(context, id);
  const { lmx, ...fields } = change;
  const isSameText = Object.entries(fields).every(([field, value]) => before[field as keyof typeof before] === value);
  if (isSameText && (lmx === undefined || isSameBody(before.lmx, lmx))) return false;
  await saveMessage(context, { id, change, before, revision });
  context.note('Updated the email message.');
  return true;
}

async function run(context: Context, typed: Input): Promise<Campaign> {
  const { name, from, subject, previewText, fromName, group } = typed;
  // Files first: nothing is created if one of them cannot be read.
  const body = from === undefined ? undefined : await openBody(context, from);
  const audience = await audienceFields(context, typed);
  const draft = await findDraft(context, name);
  const message: MessageChange = {
    ...(body === undefined ? {} : { lmx: await body() }),
    ...(subject === undefined ? {} : { subject }),
    ...(previewText === undefined ? {} : { previewText }),
    ...(fromName === undefined ? {} : { fromName }),
  };
  const { campaign, changed } = await ensureCampaign(context, draft, name, {
    ...audience,
    ...(group === undefined ? {} : { campaignGroupId: group }),
  });
  const wrote = await writeMessage(context, campaign, message);
  if (!changed && !wrote) context.note('The draft is already like this. Nothing was changed.');
  return campaign;
}

export const draftCommand = command({
  notes: [
    'Creates the campaign and writes its email, or updates the draft that has the name. Run it again after an error or a lost response: it never makes a second campaign of the name. Continue with `loopsctl campaigns preflight` and `loopsctl campaigns schedule`. The API has no way to delete a campaign.',
    'Markdown may have headings, paragraphs, bold, italic, struck and code text, links, images, lists, quotations, code blocks, dividers, and tables with two to four columns. A paragraph that is only a link in bold becomes a button. Images that are files next to the Markdown file are uploaded, each content once. HTML, checkboxes and images inside text are refused with their line, before anything is sent.',
  ].join('\n\n'),
  input,
  calls: [listCampaigns, createCampaign, updateCampaign, ...SAVE_CALLS, ...BODY_CALLS],
  output: Campaign,
  examples: [
    {
      does: 'A campaign from a file',
      line: 'campaigns draft --name "Winter news" --from winter.lmx --subject "Our hours in December"',
    },
  ],
  run,
  shows: SHOWN,
  view: campaignDetails,
});
