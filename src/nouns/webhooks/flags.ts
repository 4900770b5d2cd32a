/** The flags that several commands about webhooks have. */
import * as z from 'zod';
import { EVENT_NAMES } from './delivery/events.ts';

export const VARIABLE = 'LOOPS_WEBHOOK_SECRET';

export const secretFile = z
  .string()
  .min(1)
  .optional()
  .describe(`file with one or more signing secrets (default: ${VARIABLE})`)
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
