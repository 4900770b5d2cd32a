/** The metrics of campaigns: `campaigns metrics` and `campaigns history`. */
import type { Context } from '../../define/command.ts';
import { Failure } from '../../errors.ts';
import { metricsOf } from '../email-metrics/command.ts';
import { historyOf } from '../email-metrics/history.ts';
import { CAMPAIGN_PANELS, type MetricsKind, NOT_SENT } from '../email-metrics/kind.ts';
import { CAMPAIGN_METRICS } from '../email-metrics/metric.ts';
import { getCampaignGroup } from '../groups/operations.ts';
import { type Campaign, type CampaignMetrics, getCampaign, getCampaignMetrics, listCampaigns } from './operations.ts';

const isSent = ({ status }: Campaign): boolean => status !== 'Draft' && status !== 'Scheduled';

/** The API answers 400 before a campaign is sent, but also for other reasons: only the status of the campaign shows which. */
async function fetchMetrics(context: Context, campaignId: string): Promise<CampaignMetrics | typeof NOT_SENT> {
  try {
    return await context.call(getCampaignMetrics, { campaignId });
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 400) throw error;
    const campaign = await context.call(getCampaign, { campaignId }).catch(() => undefined);
    if (campaign !== undefined && !isSent(campaign)) return NOT_SENT;
    throw error;
  }
}

export const CAMPAIGNS: MetricsKind = {
  noun: 'campaign',
  idNoun: 'campaign',
  groupNoun: 'campaign group',
  command: 'campaigns',
  directory: 'campaign-metrics',
  metrics: CAMPAIGN_METRICS,
  panels: CAMPAIGN_PANELS,
  hasOnlyRows: true,
  mayBeUnsent: true,
  empty: 'No campaigns were sent.',
  calls: [getCampaignMetrics, getCampaign, listCampaigns, getCampaignGroup],
  async *list(context) {
    for await (const page of context.list(listCampaigns, {})) {
      yield page.map((campaign) => {
        const { id, name, createdAt, campaignGroupId: group } = campaign;
        return { id, name, createdAt, group, isSent: isSent(campaign) };
      });
    }
  },
  expectGroup: (context, id) => context.call(getCampaignGroup, { id }),
  fetch: fetchMetrics,
  examples: {
    metrics: [
      { does: 'One campaign', line: 'campaigns metrics "Price change 2026"' },
      { does: 'A check: exit 9 if more than 0.3% reported spam', line: 'campaigns metrics --all --max-spam-rate 0.3%' },
      { does: 'Every night: save a snapshot', line: 'campaigns metrics --all --save -q' },
      { does: 'The change since then', line: 'campaigns metrics --all --since last --max-unsubscribe-rate 1%' },
    ],
    history: [
      { does: 'Sparklines', line: 'campaigns history "AI rota launch"' },
      { does: 'A chart, to redirect to a file', line: 'campaigns history "AI rota launch" --svg' },
    ],
  },
};

export const metricsCommand = metricsOf(CAMPAIGNS);
export const historyCommand = historyOf(CAMPAIGNS);
