/** Segments in a project: `segments/<key>.json`. The API can create a segment, and not change it. */
import * as z from 'zod';
import { Filter } from '../../nouns/conditions.ts';
import { createSegment, getSegment, listSegments, type Segment } from '../../nouns/segments/operations.ts';
import { formatCount } from '../../text/number.ts';
import { withoutEmpty } from '../content.ts';
import { everyItem, type Kind, type Read } from './kind.ts';

const read = ({ id, name, description, filter, updatedAt }: Segment): Read => ({
  id,
  name,
  revision: updatedAt,
  content: withoutEmpty({ name, description, filter }),
});

const Content = z.object({ name: z.string(), description: z.string().optional(), filter: Filter });

/** The most characters of a new segment. */
const MOST = { name: 255, description: 1000 };

export const segmentKind: Kind = {
  name: 'segment',
  noun: 'segment',
  layout: { type: 'files', directory: 'segments' },
  fields: {
    name: { schema: z.string().min(1), isFixed: true },
    description: { schema: z.string(), isFixed: true },
    filter: { schema: Filter, isFilter: true, isFixed: true, isRequired: true },
  },
  calls: [listSegments, getSegment, createSegment],
  list: async (context) => (await everyItem(context.list(listSegments, {}))).map(read),
  read: async (context, { id }) => read(await context.call(getSegment, { id })),
  create: async (context, content) => {
    const { name, description, filter } = Content.parse(content);
    const given = { name, filter, ...(description === undefined ? {} : { description }) };
    return read(await context.call(createSegment, given));
  },
  update: () => Promise.reject(new Error('A segment cannot be changed')),
  requests: () => 1,
  // Not in the schema: a segment of the account may be longer, and must not make the project invalid.
  refuse: (content) => {
    const tooLong = Object.entries(MOST).find(([field, most]) => String(content[field] ?? '').length > most);
    return tooLong && `Its ${tooLong[0]} has more than ${formatCount(tooLong[1], 'character')}.`;
  },
};
