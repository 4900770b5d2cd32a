/** Components in a project: `components/<key>.lmx`, with the name in `components/<key>.json`. */
import * as z from 'zod';
import { withEveryField } from '../../define/operation.ts';
import {
  type Component,
  createComponent,
  getComponent,
  listComponents,
  updateComponent,
} from '../../nouns/components/operations.ts';
import { withoutEmpty } from '../content.ts';
import { everyItem, type Kind, pick, type Read } from './kind.ts';

const read = ({ id, name, lmx }: Component): Read => ({ id, name, content: withoutEmpty({ name, lmx }) });

const Content = z.object({ name: z.string(), lmx: z.string() });

export const componentKind: Kind = {
  name: 'component',
  noun: 'component',
  layout: { type: 'files', directory: 'components' },
  fields: {
    name: { schema: z.string().min(1), isLasting: true },
    lmx: { schema: z.string(), isLmx: true, isLasting: true, isRequired: true },
  },
  calls: [listComponents, getComponent, createComponent, withEveryField(updateComponent)],
  list: async (context) => (await everyItem(context.list(listComponents, {}))).map(read),
  read: async (context, { id }) => read(await context.call(getComponent, { componentId: id })),
  create: async (context, content) => {
    return read(await context.call(createComponent, Content.parse(content)));
  },
  update: async (context, { id }, content, changed) => {
    const change = Content.partial().parse(pick(content, changed));
    return read(await context.call(updateComponent, { componentId: id, ...change }));
  },
  cascades: (changed) => changed.includes('lmx'),
  requests: (changed) => (changed === 'create' ? 1 : 3),
  isUnguarded: () => true,
};
