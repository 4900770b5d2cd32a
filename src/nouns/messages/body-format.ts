/** The format `lmx` of records with a body: the body alone. */
import * as z from 'zod';
import { readable } from '../readable.ts';

const WithBody = z.looseObject({ lmx: z.string() });

export const bodyFormat = {
  lmx: { summary: 'print only the body, as LMX', text: (record: unknown) => readable(WithBody, record, 'body').lmx },
};
