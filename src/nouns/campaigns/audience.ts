/** The flags for the audience of a campaign, and the fields that they make. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { readFilter } from '../filter-file.ts';
import { idOf } from '../ids.ts';
import type { Campaign } from './operations.ts';

export const audienceInput = {
  list: idOf('mailing list').optional().describe('only contacts on this mailing list'),
  segment: idOf('segment').optional().describe('only contacts in this segment; clears the filter'),
  filterFile: z
    .string()
    .optional()
    .describe('JSON file with an audience filter, - for stdin; clears the segment')
    .meta({ placeholder: 'file' }),
  both: z
    .boolean()
    .default(false)
    .describe('set a segment and a filter together: some documents of the API say that this changes the segment'),
  clear: z
    .array(z.enum(['list', 'segment', 'filter']))
    .default([])
    .describe('remove the mailing list, segment or filter (repeatable)'),
};

type AudienceInput = z.output<z.ZodObject<typeof audienceInput>>;

export type AudienceFields = Partial<Pick<Campaign, 'mailingListId' | 'audienceSegmentId' | 'audienceFilter'>>;

const CLEARED = { list: 'mailingListId', segment: 'audienceSegmentId', filter: 'audienceFilter' } as const;

/** The fields of a request. Rejects with a `usage` failure for flags that contradict each other. */
export async function audienceFields(context: Context, input: AudienceInput): Promise<AudienceFields> {
  const { list, segment, filterFile, both, clear } = input;
  const given = { list, segment, filter: filterFile };
  const twice = clear.find((what) => given[what] !== undefined);
  if (twice !== undefined) throw usage(`--clear ${twice} contradicts the new ${twice}.`, 'Pass one of them.');
  if (segment !== undefined && filterFile !== undefined && !both) {
    throw usage(
      '--segment and --filter-file together may change the segment itself.',
      'Pass one of them, or confirm with --both.',
    );
  }
  return {
    ...(list === undefined ? {} : { mailingListId: list }),
    ...(segment === undefined ? {} : { audienceSegmentId: segment }),
    ...(filterFile === undefined ? {} : { audienceFilter: await readFilter(context, filterFile) }),
    ...Object.fromEntries(clear.map((what) => [CLEARED[what], null])),
  };
}

/** Warns of what the API removes by itself: a segment clears the filter, and the other way round. */
export function warnOfClearing(context: Context, before: Campaign, fields: AudienceFields): void {
  const { audienceSegmentId: segment, audienceFilter: filter } = fields;
  if (segment && filter === undefined && before.audienceFilter !== null) {
    context.warn('The new segment replaces the filter of the campaign.');
  }
  if (filter && segment === undefined && before.audienceSegmentId !== null) {
    context.warn('The new filter replaces the segment of the campaign.');
  }
}
