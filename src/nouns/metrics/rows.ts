/** One row per email of the account, of every type, with its metrics or the error of its request. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import { type ErrorCode, Failure } from '../../errors.ts';
import { getCampaignMetrics, listCampaigns } from '../campaigns/operations.ts';
import {
  CAMPAIGN_METRICS,
  type MetricName,
  perMetric,
  RATES,
  type RateDefinition,
  TRANSACTIONAL_METRICS,
} from '../email-metrics/metric.ts';
import { isCount, ratesOf } from '../email-metrics/rates.ts';
import { getMetrics, listTransactional } from '../transactional/operations.ts';
import { getWorkflow, getWorkflowNodeMetrics, listWorkflows } from '../workflow/operations.ts';

export const EMAIL_TYPES = ['transactional', 'campaign', 'workflow'] as const;
export type EmailType = (typeof EMAIL_TYPES)[number];

export const METRIC_CALLS = [
  listTransactional,
  getMetrics,
  listCampaigns,
  getCampaignMetrics,
  listWorkflows,
  getWorkflow,
  getWorkflowNodeMetrics,
] as const;

/** Loops counts deliveries only of transactional emails. */
export const SHOWN_RATES = RATES.filter(
  (one): one is Exclude<RateDefinition, { rate: 'deliveryRate' }> => one.rate !== 'deliveryRate',
);
export type ShownRate = (typeof SHOWN_RATES)[number]['rate'];

/** One value for each rate. */
const perShownRate = <Value>(valueFor: (rate: ShownRate) => Value): Record<ShownRate, Value> =>
  // The type of `fromEntries` cannot express that every rate is present.
  Object.fromEntries(SHOWN_RATES.map(({ rate }) => [rate, valueFor(rate)])) as Record<ShownRate, Value>;

export const EmailRow = z.object({
  type: z.enum(EMAIL_TYPES),
  id: z.string().describe('of an email of a workflow: the ID of its node'),
  name: z.string().describe('of an email of a workflow: its subject'),
  workflow: z.object({ id: z.string(), name: z.string() }).optional(),
  ...perMetric(() => z.number().int().nullable().describe('null if the API has no such metric')),
  ...perShownRate(() => z.number().nullable().describe('fraction of the sends')),
  unreadable: z.array(z.string()).optional().describe('metrics of the response that are not counts'),
  error: z.object({ code: z.custom<ErrorCode>(), message: z.string() }).optional(),
});
export type EmailRow = z.infer<typeof EmailRow>;

interface Target {
  readonly type: EmailType;
  readonly id: string;
  readonly name: string;
  readonly workflow?: { readonly id: string; readonly name: string };
}

async function transactionalTargets(context: Context): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for await (const page of context.list(listTransactional, {})) {
    for (const { id, name } of page) targets.push({ type: 'transactional', id, name: textOf(name) });
  }
  return targets;
}

/** A campaign has no metrics before it is sent. */
async function campaignTargets(context: Context): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for await (const page of context.list(listCampaigns, {})) {
    for (const { id, name, status } of page) {
      if (status !== 'Draft' && status !== 'Scheduled') targets.push({ type: 'campaign', id, name: textOf(name) });
    }
  }
  return targets;
}

async function workflowTargets(context: Context): Promise<readonly Target[]> {
  const workflows: Array<{ readonly id: string; readonly name: string }> = [];
  for await (const page of context.list(listWorkflows, {})) {
    for (const { id, name } of page) workflows.push({ id, name: textOf(name) });
  }
  const graphs = await context.settle(workflows, ({ id }) => context.call(getWorkflow, { id }));
  return graphs.flatMap(({ item, value, failure }): readonly Target[] => {
    const nodes = valueAt(value, 'nodes');
    if (failure !== undefined || !isRecord(nodes)) {
      context.warn(
        `The emails of the workflow ${JSON.stringify(item.name)} are missing: ${failure?.message ?? 'it has no nodes.'}`,
      );
      return [];
    }
    return Object.entries(nodes).flatMap(([id, node]): readonly Target[] => {
      if (valueAt(node, 'typeName') !== 'SendEmailAction') return [];
      const subject = textOf(valueAt(node, 'subject'));
      return [{ type: 'workflow', id, name: subject === '' ? 'Email without a subject' : subject, workflow: item }];
    });
  });
}

const TARGETS = {
  transactional: transactionalTargets,
  campaign: campaignTargets,
  workflow: workflowTargets,
} as const;

/** A feature that the team does not have is left out with a warning. */
async function targetsOf(context: Context, types: readonly EmailType[]): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const type of types) {
    try {
      for (const target of await TARGETS[type](context)) targets.push(target);
    } catch (error) {
      const isOff = error instanceof Failure && error.code === 'area_disabled';
      if (!isOff || types.length === 1) throw error;
      context.warn(`Emails of the type ${type} are left out: ${error.message}`);
    }
  }
  return targets;
}

function fetchMetrics(context: Context, { type, id, workflow }: Target): Promise<unknown> {
  switch (type) {
    case 'transactional':
      return context.call(getMetrics, { transactionalId: id });
    case 'campaign':
      return context.call(getCampaignMetrics, { campaignId: id });
    case 'workflow':
      return context.call(getWorkflowNodeMetrics, { id: workflow?.id ?? '', nodeId: id });
  }
}

const NOTHING = { ...perMetric(() => null), ...perShownRate(() => null) };

/** The metrics that an email of each type has. */
const EXPECTED: Readonly<Record<EmailType, readonly MetricName[]>> = {
  transactional: TRANSACTIONAL_METRICS,
  campaign: CAMPAIGN_METRICS,
  workflow: CAMPAIGN_METRICS,
};

function rowOf(target: Target, response: unknown): EmailRow {
  const counts = perMetric((name) => {
    const count = valueAt(response, name);
    return isCount(count) ? count : null;
  });
  const metrics = EXPECTED[target.type];
  const rates = ratesOf(counts, { metrics });
  const unreadable = metrics.filter((name) => counts[name] === null);
  return {
    ...target,
    ...counts,
    ...perShownRate((rate) => rates[rate] ?? null),
    ...(unreadable.length === 0 ? {} : { unreadable }),
  };
}

export async function fetchRows(context: Context, types: readonly EmailType[]): Promise<readonly EmailRow[]> {
  const targets = await targetsOf(context, types);
  const outcomes = await context.settle(targets, (target) => fetchMetrics(context, target));
  return outcomes.map(({ item, value, failure }) =>
    failure === undefined
      ? rowOf(item, value)
      : { ...item, ...NOTHING, error: { code: failure.code, message: failure.message } },
  );
}
