/** The flag that names the file with signing secrets, by itself: the sandbox has it too, and loads nothing for it. */
import * as z from 'zod';

export const VARIABLE = 'LOOPS_WEBHOOK_SECRET';

export const secretFile = z
  .string()
  .min(1)
  .optional()
  .describe(`file with the signing secret, or several of them; ${VARIABLE} unless told`)
  .meta({ placeholder: 'file' });
