/** Groups in a project: the entries of `groups.json`, one section for each type. */
import * as z from 'zod';
import {
  createCampaignGroup,
  createTransactionalGroup,
  type Group,
  getCampaignGroup,
  getTransactionalGroup,
  listCampaignGroups,
  listTransactionalGroups,
  updateCampaignGroup,
  updateTransactionalGroup,
} from '../../nouns/groups/operations.ts';
import { withoutEmpty } from '../content.ts';
import { everyItem, type Kind, type Read } from './kind.ts';

/** The group of everything without a group. It exists in every account, and cannot be changed. */
export const UNSORTED = 'Unsorted';

const read = ({ id, name, description, updatedAt }: Group): Read => ({
  id,
  name,
  revision: updatedAt,
  content: withoutEmpty({ name, description }),
  isFixed: name === UNSORTED,
});

const Content = z.object({ name: z.string(), description: z.string().optional() });

const OPERATIONS = {
  group: {
    list: listTransactionalGroups,
    get: getTransactionalGroup,
    create: createTransactionalGroup,
    update: updateTransactionalGroup,
  },
  'campaign-group': {
    list: listCampaignGroups,
    get: getCampaignGroup,
    create: createCampaignGroup,
    update: updateCampaignGroup,
  },
} as const;

function groupsOf(name: keyof typeof OPERATIONS, noun: string, section: string): Kind {
  const { list, get, create, update } = OPERATIONS[name];
  return {
    name,
    noun,
    layout: { type: 'entries', file: 'groups.json', section },
    fields: {
      name: { schema: z.string().min(1), isLasting: true },
      description: { schema: z.string() },
    },
    calls: [list, get, create, update],
    list: async (context) => (await everyItem(context.list(list, {}))).map(read),
    read: async (context, { id }) => read(await context.call(get, { id })),
    create: async (context, content) => {
      const { name, description } = Content.parse(content);
      return read(await context.call(create, { name, ...(description === undefined ? {} : { description }) }));
    },
    update: async (context, { id }, content, changed) => {
      const { name, description = '' } = Content.parse(content);
      const change = {
        ...(changed.includes('name') ? { name } : {}),
        ...(changed.includes('description') ? { description } : {}),
      };
      return read(await context.call(update, { id, ...change }));
    },
    requests: (changed) => (changed === 'create' ? 1 : 3),
    isUnguarded: () => true,
  };
}

export const groupKind = groupsOf('group', 'transactional group', 'transactional');
export const campaignGroupKind = groupsOf('campaign-group', 'campaign group', 'campaign');
