/** The flag that names an allow-list format. Each schema that is made costs every run of the noun: they share one. */
import * as z from 'zod';
import { FORMAT_NAMES } from './format-names.ts';

export const formatName = z.enum(FORMAT_NAMES);

/** A required `--format`; `does` says what for. */
export const formatFlag = (does: string) =>
  formatName.meta({ description: `${does}: ${FORMAT_NAMES.join(', ')}`, placeholder: 'format' });

export const optionalFormatFlag = (does: string) =>
  formatName.optional().meta({ description: `${does}: ${FORMAT_NAMES.join(', ')}`, placeholder: 'format' });
