/** The metrics of the emails of workflows: `workflow metrics` and `workflow history`. */
import type { Context } from '../../define/command.ts';
import { metricsOf } from '../email-metrics/command.ts';
import { historyOf } from '../email-metrics/history.ts';
import type { Listed, MetricsKind } from '../email-metrics/kind.ts';
import { CAMPAIGN_METRICS, CAMPAIGN_PANELS } from '../email-metrics/metric.ts';
import { allWorkflows, EMAILS_CALLS, emailsOf } from './emails-of.ts';
import { getWorkflowNodeMetrics } from './operations.ts';

/** A workflow that could not be read is a row with its error, so that a check of its emails does not pass. */
async function listed(context: Context, workflows: readonly { readonly id: string }[]): Promise<readonly Listed[]> {
  const emails = await emailsOf(context, workflows);
  return emails.map((email) =>
    'failure' in email ? { ...email.workflow, workflow: email.workflow, failure: email.failure } : email,
  );
}

const WORKFLOW_EMAILS: MetricsKind = {
  noun: 'email',
  idNoun: 'workflow',
  command: 'workflow',
  directory: 'workflow-metrics',
  metrics: CAMPAIGN_METRICS,
  panels: CAMPAIGN_PANELS,
  hasOnlyRows: true,
  empty: 'No emails in workflows.',
  calls: [getWorkflowNodeMetrics, ...EMAILS_CALLS],
  async *list(context) {
    yield await listed(context, await allWorkflows(context));
  },
  emailsOf: (context, ids) =>
    listed(
      context,
      ids.map((id) => ({ id })),
    ),
  fetch: (context, { id: nodeId, workflow }) =>
    context.call(getWorkflowNodeMetrics, { id: workflow?.id ?? '', nodeId }),
  examples: {
    metrics: [
      { does: 'The emails of one workflow', line: 'workflow metrics "Trial onboarding"' },
      { does: 'A check: exit 9 if more than 0.3% reported spam', line: 'workflow metrics --all --max-spam-rate 0.3%' },
      { does: 'Every night: save a snapshot', line: 'workflow metrics --all --save -q' },
      { does: 'The change since then', line: 'workflow metrics --all --since last --max-unsubscribe-rate 1%' },
    ],
    history: [
      { does: 'Sparklines of each email', line: 'workflow history "Trial onboarding"' },
      { does: 'A chart, to redirect to a file', line: 'workflow history "Trial onboarding" --svg' },
    ],
  },
};

export const metricsCommand = metricsOf(WORKFLOW_EMAILS);
export const historyCommand = historyOf(WORKFLOW_EMAILS);
