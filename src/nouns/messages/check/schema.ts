/** The results of `messages check`: a row per message or file. */
import * as z from 'zod';
import { FINDING_SEVERITIES } from '../../../define/report.ts';
import { type ErrorCode, EXIT_CODES } from '../../../errors.ts';

const codes = Object.keys(EXIT_CODES) as [ErrorCode, ...ErrorCode[]];

export const MessageFinding = z.object({
  rule: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  line: z.number().int(),
  column: z.number().int().describe('in UTF-16 code units, from 1'),
  endLine: z.number().int(),
  endColumn: z.number().int(),
  message: z.string(),
  suggestion: z.string().optional().describe('what to write instead'),
  excerpt: z
    .object({ text: z.string(), start: z.number().int(), end: z.number().int() })
    .optional()
    .describe('part of the line, and where the finding is in it'),
});
export type MessageFinding = z.infer<typeof MessageFinding>;

/** A finding that may be about a message or its campaign as a whole. */
export const WholeFinding = MessageFinding.partial({ line: true, column: true, endLine: true, endColumn: true });
export type WholeFinding = z.infer<typeof WholeFinding>;

export const CheckRow = z.object({
  source: z.string().describe('the file, ID or name'),
  findings: z.array(MessageFinding),
  fixed: z.number().int().optional().describe('replacements made by --fix'),
  error: z
    .object({ code: z.enum(codes), message: z.string() })
    .optional()
    .describe('why it could not be checked'),
});
export type CheckRow = z.infer<typeof CheckRow>;
