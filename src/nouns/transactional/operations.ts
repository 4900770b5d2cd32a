/** The endpoints of transactional emails, their records and their metrics. */
import * as z from 'zod';
import { IDEMPOTENCY_KEY, listOperation, operation } from '../../define/operation.ts';
import { metricsSchema, TRANSACTIONAL_METRICS } from '../email-metrics/metric.ts';
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

/** All-time totals over every published version. */
export const Metrics = metricsSchema(TRANSACTIONAL_METRICS);
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

/** Values of array blocks are lists of flat objects. */
const Variable = z.union([z.string(), z.number(), z.array(z.record(z.string(), z.union([z.string(), z.number()])))]);
export const Variables = z.record(z.string(), Variable);
export type Variables = z.infer<typeof Variables>;

export const Attachment = z.object({
  filename: z.string(),
  contentType: z.string(),
  data: z.string().describe('in base64'),
});
export type Attachment = z.infer<typeof Attachment>;

export const sendTransactional = operation('POST /v1/transactional', 'Send a transactional email', {
  effect: 'send',
  recipients: ({ email }) => email,
  input: {
    email: z.string(),
    transactionalId: idOf('transactional email'),
    addToAudience: z.boolean().optional(),
    dataVariables: Variables.optional(),
    attachments: z.array(Attachment).optional(),
    idempotencyKey: z.string().min(1).max(100).optional(),
  },
  headers: { idempotencyKey: IDEMPOTENCY_KEY },
  output: z.object({ success: z.boolean() }),
});

/** Deprecated: `GET /v1/transactional-emails` has more fields and also lists what is not published. */
export const listPublishedTransactional = listOperation(
  'GET /v1/transactional',
  'List the published transactional emails (deprecated)',
  z.object({ id: z.string(), name: z.string(), lastUpdated: z.string(), dataVariables: z.array(z.string()) }),
);
