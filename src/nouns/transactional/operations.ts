/** The endpoints of transactional emails and the shapes they answer. */
import * as z from 'zod';
import { listOperation, operation } from '../../define/operation.ts';

export const Transactional = z.looseObject({
  id: z.string(),
  name: z.string(),
  draftEmailMessageId: z.string().nullable().describe('null when there is no draft'),
  draftEmailMessageContentRevisionId: z
    .string()
    .nullish()
    .describe('pass it as expectedRevisionId with the first update of the draft'),
  publishedEmailMessageId: z.string().nullable().describe('null until it is published'),
  transactionalGroupId: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
  dataVariables: z.array(z.string()).describe('used by the published email'),
  url: z.string().optional(),
});
export type Transactional = z.infer<typeof Transactional>;

/** All-time counters over every published version. */
export const Metrics = z.looseObject({
  sends: z.number().int(),
  deliveries: z.number().int(),
  spamReports: z.number().int(),
  hardBounces: z.number().int(),
  softBounces: z.number().int(),
});
export type Metrics = z.infer<typeof Metrics>;

export const byId = {
  transactionalId: z.string().describe('ID of the transactional email').meta({ placeholder: 'id' }),
};

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
  'Make sure that a transactional email has a draft',
  // A draft that is there stays as it is, so asking again changes nothing.
  { input: byId, output: Transactional, repeatable: true, effect: 'draft' },
);

export const publishTransactional = operation(
  'POST /v1/transactional-emails/{transactionalId}/publish',
  'Publish the draft of a transactional email',
  { input: byId, output: Transactional, effect: 'change' },
);

export const getMetrics = operation(
  'GET /v1/transactional-emails/{transactionalId}/metrics',
  'Show the delivery counters of a transactional email',
  { input: byId, output: Metrics },
);
