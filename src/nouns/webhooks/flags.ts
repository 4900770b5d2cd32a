/** The flags that several webhook commands share. */
import * as z from 'zod';
import { EVENT_NAMES } from './delivery/events.ts';
import { SERVICE_RATE } from './delivery/pace.ts';
import { DEFAULT_TOLERANCE } from './delivery/verification.ts';

export const VARIABLE = 'LOOPS_WEBHOOK_SECRET';

export const secretFile = z
  .string()
  .min(1)
  .optional()
  .describe(`file with one or more signing secrets (default: $${VARIABLE})`)
  .meta({ placeholder: 'file' });

export const event = z
  .enum(EVENT_NAMES)
  .describe('event type, see `loopsctl webhooks events`')
  .meta({ placeholder: 'event' });

export const set = z
  .array(z.string())
  .optional()
  .describe('change the payload; the value is JSON or text (repeatable)')
  .meta({ placeholder: 'path=value' });

export const to = z.string().min(1).describe('URL of the receiver').meta({ placeholder: 'url' });

export const rate = z.number().gt(0).max(1_000).default(SERVICE_RATE).describe('maximum deliveries per second');

export const tolerance = z
  .number()
  .min(0)
  .default(DEFAULT_TOLERANCE)
  .describe('maximum age of the timestamp, in seconds')
  .meta({ placeholder: 's' });
