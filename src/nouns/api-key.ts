/** The key check: is this key good, and whose is it? */
import * as z from 'zod';
import { operation } from '../define/operation.ts';

const ApiKey = z.looseObject({ success: z.boolean(), teamName: z.string() });

export const checkApiKey = operation('GET /v1/api-key', 'Check the API key', { input: {}, output: ApiKey });
