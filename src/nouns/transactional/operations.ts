/** The endpoints of transactional emails, their records and their metrics. */
import * as z from 'zod';
import { listOperation, operation } from '../../define/operation.ts';
import { idOf } from '../ids.ts';

export const Transactional = z.object({
  id: z.string(),
  name: z.string(),
  draftEmailMessageId: z.string().nullable().describe('null when there is no draft'),
  draftEmailMessageContentRevisionId: z
    .string()
    .nullish()
    .describe('pass it as expectedRevisionId in the first update of the draft'),
  publishedEmailMessageId: z.string().nullable().describe('null until it is published'),
  transactionalGroupId: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
  dataVariables: z.array(z.string()).describe('used by the published email'),
  url: z.string().optional(),
});
export type Transactional = z.infer<typeof Transactional>;

/** The metrics of a transactional email, in the order in which people read them. Everything else derives from this list. */
export const METRICS = [
  ['sends', 'Sends'],
  ['deliveries', 'Deliveries'],
  ['hardBounces', 'Hard bounces'],
  ['softBounces', 'Soft bounces'],
  ['spamReports', 'Spam reports'],
] as const;
export type MetricName = (typeof METRICS)[number][0];

/** One value for each metric. */
export const perMetric = <Value>(valueFor: (metric: MetricName) => Value): Record<MetricName, Value> =>
  // The type of `fromEntries` cannot express that every metric is present.
  Object.fromEntries(METRICS.map(([metric]) => [metric, valueFor(metric)])) as Record<MetricName, Value>;

/** All-time totals over every published version. */
export const Metrics = z.object(perMetric(() => z.number().int().min(0)));
export type Metrics = z.infer<typeof Metrics>;

export const byId = { transactionalId: idOf('transactional email') };

export const listTransactional = listOperation(
  'GET /v1/transactional-emails',
  'List the transactional emails',
  Transactional,
);

export const createTransactional = operation('POST /v1/transactional-emails', 'Create a transactional email', {
  effect: 'draft',
  input: { name: z.string(), transactionalGroupId: z.string().optional() },
  output: Transactional,
});

export const getTransactional = operation(
  'GET /v1/transactional-emails/{transactionalId}',
  'Show a transactional email',
  { input: byId, output: Transactional },
);

export const updateTransactional = operation(
  'POST /v1/transactional-emails/{transactionalId}',
  'Rename a transactional email or move it to another group',
  {
    effect: 'change',
    input: { ...byId, name: z.string().optional(), transactionalGroupId: z.string().optional() },
    output: Transactional,
  },
);

export const ensureDraft = operation(
  'POST /v1/transactional-emails/{transactionalId}/draft',
  'Create a draft if there is none',
  // An existing draft is kept, so a repeated request changes nothing.
  { input: byId, output: Transactional, repeatable: true, effect: 'draft' },
);

export const publishTransactional = operation(
  'POST /v1/transactional-emails/{transactionalId}/publish',
  'Publish the draft of a transactional email',
  { input: byId, output: Transactional, effect: 'change', asks: true },
);

export const getMetrics = operation(
  'GET /v1/transactional-emails/{transactionalId}/metrics',
  'Show the metrics of a transactional email',
  { input: byId, output: Metrics },
);
