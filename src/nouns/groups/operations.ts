/** The endpoints of groups: of transactional emails, and of campaigns. */
import * as z from 'zod';
import { listOperation, operation } from '../../define/operation.ts';
import { NOT_DELETABLE } from '../../define/undo.ts';
import { idOf } from '../ids.ts';

export const Group = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Group = z.infer<typeof Group>;

export const byId = { id: idOf('group') };
const optionalText = { name: z.string().optional(), description: z.string().optional() };

export const listTransactionalGroups = listOperation(
  'GET /v1/transactional-groups',
  'List the groups of transactional emails',
  Group,
);
export const getTransactionalGroup = operation('GET /v1/transactional-groups/{id}', 'Show a transactional group', {
  input: byId,
  output: Group,
});
export const createTransactionalGroup = operation('POST /v1/transactional-groups', 'Create a transactional group', {
  input: { ...optionalText, name: z.string() },
  output: Group,
  effect: 'draft',
  undo: NOT_DELETABLE,
});
export const updateTransactionalGroup = operation(
  'POST /v1/transactional-groups/{id}',
  'Update a transactional group',
  {
    input: { ...byId, ...optionalText },
    output: Group,
    effect: 'draft',
    undo: { read: getTransactionalGroup, empties: ['description'] },
  },
);

export const listCampaignGroups = listOperation('GET /v1/campaign-groups', 'List the groups of campaigns', Group);
export const getCampaignGroup = operation('GET /v1/campaign-groups/{id}', 'Show a campaign group', {
  input: byId,
  output: Group,
});
export const createCampaignGroup = operation('POST /v1/campaign-groups', 'Create a campaign group', {
  input: { ...optionalText, name: z.string() },
  output: Group,
  effect: 'draft',
  undo: NOT_DELETABLE,
});
export const updateCampaignGroup = operation('POST /v1/campaign-groups/{id}', 'Update a campaign group', {
  input: { ...byId, ...optionalText },
  output: Group,
  effect: 'draft',
  undo: { read: getCampaignGroup, empties: ['description'] },
});

/** Both types of group have the same operations on different routes. */
export const OPERATIONS = {
  transactional: {
    list: listTransactionalGroups,
    get: getTransactionalGroup,
    create: createTransactionalGroup,
    update: updateTransactionalGroup,
  },
  campaign: {
    list: listCampaignGroups,
    get: getCampaignGroup,
    create: createCampaignGroup,
    update: updateCampaignGroup,
  },
} as const;

/** An operation for both types of group. */
export const both = <Name extends keyof (typeof OPERATIONS)['campaign']>(name: Name) =>
  [OPERATIONS.transactional[name], OPERATIONS.campaign[name]] as const;

/** In the order of `groups list --type all`. */
export const GROUP_TYPES = ['transactional', 'campaign'] as const;
export type GroupType = (typeof GROUP_TYPES)[number];
