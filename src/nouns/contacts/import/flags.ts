/** The flags of `contacts import`. */
import * as z from 'zod';
import { idOf } from '../../ids.ts';
import { MODES } from './write.ts';

export const importFlags = {
  file: z.string().min(1).describe('CSV or NDJSON file; - for stdin').meta({ placeholder: 'file' }),
  map: z
    .array(z.string())
    .default([])
    .describe('meaning of a column; "Notes=" leaves it out; may be repeated')
    .meta({ placeholder: 'column=property' }),
  mode: z.enum(MODES).default('upsert').describe('create contacts, change those that exist, or both'),
  onlyChanged: z.boolean().default(false).describe('look contacts up, and write only those that differ'),
  list: z
    .array(idOf('mailing list').describe('add every contact to this mailing list; may be repeated'))
    .default([])
    .describe('add every contact to this mailing list; may be repeated'),
  format: z.enum(['csv', 'ndjson']).optional().describe('format of the file (default: by its name)'),
  resume: z.boolean().default(false).describe('continue a run that did not finish'),
  onError: z.enum(['stop', 'skip']).default('stop').describe('what to do when a row is refused'),
  report: z
    .string()
    .min(1)
    .optional()
    .describe('write the result of each row to this file, as NDJSON')
    .meta({ placeholder: 'file' }),
  createProperties: z.boolean().default(false).describe('create a property for each unknown column'),
  allowResubscribe: z
    .boolean()
    .default(false)
    .describe('send subscribed=true, which subscribes people who had unsubscribed'),
  mayTrigger: z.boolean().default(false).describe('import even if that starts live workflows'),
  checkIds: z.boolean().default(true).describe('write rows with both IDs without looking them up'),
};

const input = z.object(importFlags);
export type ImportFlags = z.output<typeof input>;
