/** The endpoints of campaigns: their records, schedule and metrics. */
import * as z from 'zod';
import { oneOf } from '../../define/constraints.ts';
import { listOperation, operation } from '../../define/operation.ts';
import { Filter } from '../conditions.ts';
import { CAMPAIGN_METRICS, metricsSchema } from '../email-metrics/metric.ts';
import { idOf } from '../ids.ts';

/** When a campaign should go out. */
const Scheduling = z.looseObject({
  method: oneOf(['now', 'schedule']),
  timestamp: z.string().nullable().describe('null for `now`'),
});
export type Scheduling = z.infer<typeof Scheduling>;

export const CAMPAIGN_STATUSES = ['Draft', 'Scheduled', 'Sending', 'Sent'] as const;

export const Campaign = z.object({
  id: z.string(),
  name: z.string(),
  status: oneOf(CAMPAIGN_STATUSES).describe('Draft, Scheduled, Sending or Sent'),
  createdAt: z.string(),
  updatedAt: z.string(),
  emailMessageId: z.string().nullable(),
  campaignGroupId: z.string().nullable(),
  mailingListId: z.string().nullable(),
  audienceSegmentId: z.string().nullable(),
  audienceFilter: Filter.nullable().describe('null: no filter'),
  scheduling: Scheduling,
  url: z.string().optional(),
});
export type Campaign = z.infer<typeof Campaign>;

/** The response to a creation also has the revision of the empty email message. */
export const CreatedCampaign = Campaign.extend({
  emailMessageContentRevisionId: z.string().nullable().describe('expectedRevisionId of the first message update'),
});

/** In a request: `timestamp` is required for `schedule`, and must be absent for `now`. */
const schedulingInput = z.strictObject({ method: z.enum(['now', 'schedule']), timestamp: z.string().optional() });

const fields = {
  campaignGroupId: z.string().optional(),
  mailingListId: z.string().nullish(),
  audienceSegmentId: z.string().nullish(),
  audienceFilter: Filter.nullish(),
  scheduling: schedulingInput.optional(),
};

export const campaignById = { campaignId: idOf('campaign') };

export const listCampaigns = listOperation('GET /v1/campaigns', 'List the campaigns', Campaign);

export const createCampaign = operation('POST /v1/campaigns', 'Create a campaign', {
  effect: 'draft',
  fieldEffects: { scheduling: 'send' },
  input: { name: z.string(), ...fields },
  output: CreatedCampaign,
});

export const getCampaign = operation('GET /v1/campaigns/{campaignId}', 'Show a campaign', {
  input: campaignById,
  output: Campaign,
});

export const updateCampaign = operation('POST /v1/campaigns/{campaignId}', 'Change a campaign', {
  effect: 'draft',
  // The API may send a campaign as soon as it has a schedule.
  fieldEffects: { scheduling: 'send' },
  input: { ...campaignById, name: z.string().optional(), ...fields },
  output: Campaign,
});

/** All-time totals of one campaign. */
export const CampaignMetrics = metricsSchema(CAMPAIGN_METRICS);
export type CampaignMetrics = z.infer<typeof CampaignMetrics>;

export const getCampaignMetrics = operation(
  'GET /v1/campaigns/{campaignId}/metrics',
  'Show the metrics of a campaign',
  { input: campaignById, output: CampaignMetrics },
);
