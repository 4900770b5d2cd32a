/** The metrics of the emails of workflows: `workflow metrics` and `workflow history`. */
import type { Context } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import { Failure } from '../../errors.ts';
import { metricsOf } from '../email-metrics/command.ts';
import { historyOf } from '../email-metrics/history.ts';
import { CAMPAIGN_PANELS, type Listed, type MetricsKind } from '../email-metrics/kind.ts';
import { CAMPAIGN_METRICS } from '../email-metrics/metric.ts';
import { getWorkflow, getWorkflowNodeMetrics, listWorkflows } from './operations.ts';

interface Found {
  readonly id: string;
  readonly name?: string;
  readonly createdAt?: string;
}

const unreadable = (what: string): Failure => new Failure('unexpected_response', `The API response lacks ${what}.`);

/** A node without a type could be an email, so it is an entry too. */
function emailsIn(nodes: object, { id, name, createdAt }: Found & { readonly name: string }): readonly Listed[] {
  const created = createdAt === undefined ? {} : { createdAt };
  return Object.entries(nodes).flatMap(([nodeId, node]): readonly Listed[] => {
    const type = valueAt(node, 'typeName');
    if (typeof type === 'string' && type !== 'SendEmailAction') return [];
    const subject = textOf(valueAt(node, 'subject'));
    const title = subject === '' ? 'Email without a subject' : subject;
    const email = { id: nodeId, name: title, group: id, isSent: true, workflow: { id, name }, ...created };
    return [typeof type === 'string' ? email : { ...email, failure: unreadable('the type of this node') }];
  });
}

/** A workflow that could not be read is an entry with its failure, so that it is not taken for one without emails. */
async function emailsOf(context: Context, workflows: readonly Found[]): Promise<readonly Listed[]> {
  const graphs = await context.settle(workflows, ({ id }) => context.call(getWorkflow, { id }));
  const [first] = graphs;
  if (graphs.length === 1 && first?.failure !== undefined) throw first.failure;
  return graphs.flatMap(({ item, value, failure }): readonly Listed[] => {
    const name = item.name ?? textOf(valueAt(value, 'name'));
    const nodes = valueAt(value, 'nodes');
    return failure === undefined && isRecord(nodes)
      ? emailsIn(nodes, { ...item, name })
      : [
          {
            id: item.id,
            name,
            group: item.id,
            isSent: true,
            failure: failure ?? unreadable('the nodes of the workflow'),
          },
        ];
  });
}

export const WORKFLOW_EMAILS: MetricsKind = {
  noun: 'workflow email',
  idNoun: 'workflow',
  command: 'workflow',
  directory: 'workflow-metrics',
  metrics: CAMPAIGN_METRICS,
  panels: CAMPAIGN_PANELS,
  hasOnlyRows: true,
  mayBeUnsent: false,
  empty: 'No emails in workflows.',
  calls: [getWorkflowNodeMetrics, listWorkflows, getWorkflow],
  async *list(context) {
    const workflows: Found[] = [];
    for await (const page of context.list(listWorkflows, {})) {
      for (const workflow of page) workflows.push(workflow);
    }
    yield await emailsOf(context, workflows);
  },
  emailsOf: (context, ids) =>
    emailsOf(
      context,
      [...new Set(ids)].map((id) => ({ id })),
    ),
  fetch: (context, nodeId, workflowId = '') => context.call(getWorkflowNodeMetrics, { id: workflowId, nodeId }),
  examples: {
    metrics: [
      { does: 'The emails of one workflow', line: 'workflow metrics "Trial onboarding"' },
      { does: 'A check: exit 9 if more than 0.3% reported spam', line: 'workflow metrics --all --max-spam-rate 0.3%' },
      { does: 'Every night: save a snapshot', line: 'workflow metrics --all --save -q' },
      { does: 'The change since then', line: 'workflow metrics --all --since last --max-unsubscribe-rate 1%' },
    ],
    history: [
      { does: 'Sparklines', line: 'workflow history "Trial onboarding"' },
      { does: 'A chart with a panel for each email', line: 'workflow history "Trial onboarding" --svg' },
    ],
  },
};

export const metricsCommand = metricsOf(WORKFLOW_EMAILS);
export const historyCommand = historyOf(WORKFLOW_EMAILS);
