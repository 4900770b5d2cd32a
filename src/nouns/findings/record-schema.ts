/** The results of a check of records: a row per record. */
import * as z from 'zod';
import { FINDING_SEVERITIES } from '../../define/report.ts';
import { type ErrorCode, EXIT_CODES } from '../../errors.ts';

const codes = Object.keys(EXIT_CODES) as [ErrorCode, ...ErrorCode[]];

export const RecordFinding = z.object({
  rule: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  at: z.string().nullable().describe('the field it is about; null for the whole record'),
  message: z.string(),
});
export type RecordFinding = z.infer<typeof RecordFinding>;

export const RecordRow = z.object({
  source: z.string().describe('the ID or file, as it was passed'),
  id: z.string().nullable().describe('null for a file without an ID'),
  name: z.string().nullable(),
  findings: z.array(RecordFinding),
  error: z
    .object({ code: z.enum(codes), message: z.string() })
    .optional()
    .describe('why it, or a part of it, could not be checked'),
});
export type RecordRow = z.infer<typeof RecordRow>;
