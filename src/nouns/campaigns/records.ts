/** The commands for the records of campaigns: list, show, create, update. */
import * as z from 'zod';
import { collectionCommand, command, operationCommand } from '../../define/command.ts';
import { valueAt } from '../../define/json.ts';
import { usage } from '../../errors.ts';
import { idOf } from '../ids.ts';
import { createOnce } from '../twins.ts';
import { audienceFields, audienceInput, warnOfClearing } from './audience.ts';
import {
  CAMPAIGN_STATUSES,
  Campaign,
  CreatedCampaign,
  campaignById,
  createCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from './operations.ts';
import { campaignColumns, campaignDetails, createdDetails, SHOWN } from './view.ts';

const group = idOf('campaign group').optional();
const name = z.string().min(1).describe('name of the campaign');

export const listCommand = collectionCommand(listCampaigns, {
  input: {
    status: z.enum(CAMPAIGN_STATUSES).optional().describe('only campaigns with this status'),
    group: group.describe('only campaigns of this group'),
  },
  filters: {
    status: (item, status) => valueAt(item, 'status') === status,
    group: (item, id) => valueAt(item, 'campaignGroupId') === id,
  },
  examples: [
    { does: 'All campaigns', line: 'campaigns list' },
    { does: 'Drafts', line: 'campaigns list --status Draft' },
    { does: 'Names and IDs of sent campaigns', line: 'campaigns list --status Sent --fields name,id' },
  ],
  columns: campaignColumns,
  empty: 'No campaigns.',
  shows: SHOWN,
});

export const showCommand = operationCommand(getCampaign, {
  positionals: ['campaignId'],
  examples: [{ does: 'One campaign', line: 'campaigns show "AI rota launch"' }],
  shows: SHOWN,
  view: campaignDetails,
});

export const createCommand = command({
  notes:
    'Creates a draft with an empty email message. Write it with `loopsctl messages update --campaign <id>`. The API has no way to delete a campaign. `loopsctl campaigns draft` creates or updates a campaign by its name.',
  input: z.object({ name, group, ...audienceInput }),
  calls: [createCampaign, listCampaigns],
  output: CreatedCampaign,
  examples: [
    { does: 'A draft for everybody', line: 'campaigns create --name "Winter hours"' },
    { does: 'For one segment', line: 'campaigns create --name "Winter hours for trials" --segment "Trial users"' },
  ],
  run: async (context, input) => {
    const fields = {
      name: input.name,
      ...(input.group === undefined ? {} : { campaignGroupId: input.group }),
      ...(await audienceFields(context, input)),
    };
    const campaign = await createOnce(context, {
      noun: 'campaign',
      name: input.name,
      list: listCampaigns,
      create: () => context.call(createCampaign, fields),
    });
    context.note('Created the campaign as a draft.');
    return campaign;
  },
  shows: SHOWN,
  view: createdDetails,
});

export const updateCommand = command({
  notes:
    'Only drafts can be changed. `loopsctl campaigns schedule` sets the schedule. A new segment clears the filter, and a new filter clears the segment.',
  input: z.object({ ...campaignById, name: name.optional(), group, ...audienceInput }),
  positionals: ['campaignId'],
  calls: [updateCampaign, getCampaign],
  output: Campaign,
  examples: [
    { does: 'Rename a campaign', line: 'campaigns update "AI rota: how it works" --name "AI rota explained"' },
    { does: 'Send it to everybody', line: 'campaigns update "Year in review 2026" --clear list' },
  ],
  run: async (context, input) => {
    const { campaignId } = input;
    const audience = await audienceFields(context, input);
    const fields = {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.group === undefined ? {} : { campaignGroupId: input.group }),
      ...audience,
    };
    if (Object.keys(fields).length === 0) {
      throw usage('Nothing to change.', 'Pass --name, --group, --list, --segment, --filter-file or --clear.');
    }
    const mayClear = audience.audienceSegmentId !== undefined || audience.audienceFilter !== undefined;
    if (mayClear) warnOfClearing(context, await context.call(getCampaign, { campaignId }), audience);
    const campaign = await context.call(updateCampaign, { campaignId, ...fields });
    context.note('Updated the campaign.');
    return campaign;
  },
  shows: SHOWN,
  view: campaignDetails,
});
