/** The `--format` flag of the allowlist commands. */
import * as z from 'zod';
import { ALLOWLIST_NAMES } from './formats/index.ts';

export const allowlistName = z.enum(ALLOWLIST_NAMES);

export const formatFlag = (purpose: string) =>
  allowlistName.optional().meta({ description: `${purpose}: ${ALLOWLIST_NAMES.join(', ')}`, placeholder: 'format' });
