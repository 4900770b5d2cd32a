/** `webhooks sign`: the three signature headers for a body. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { isRecord, textOf } from '../../define/json.ts';
import type { ToolContext } from '../tool-context.ts';
import { HEADER } from './delivery/signature.ts';
import { newMessageId, signedHeaders } from './delivery/signed-request.ts';
import { secretFile } from './flags.ts';
import { readKeys } from './secrets.ts';

export const signCommand = command({
  notes: 'The output works with `webhooks verify --headers` and with `curl -H @file`.',
  input: z.object({
    body: z.string().min(1).describe('file with the exact bytes of the body').meta({ placeholder: 'file' }),
    id: z
      .string()
      .regex(/^[!-~]+$/, 'expected visible ASCII without spaces')
      .optional()
      .describe('webhook-id (default: a new one)'),
    secretFile,
  }),
  output: z.object({
    [HEADER.id]: z.string(),
    [HEADER.timestamp]: z.string(),
    [HEADER.signature]: z.string(),
  }),
  examples: [{ does: 'Sign a body', line: 'webhooks sign --body body.json --secret-file secret.txt > headers.txt' }],
  async run(context: ToolContext, input) {
    const keys = await readKeys(context, input.secretFile);
    const body = await context.files.read(input.body);
    return Object.fromEntries(
      signedHeaders(keys, input.id ?? newMessageId(context.runtime.random), context.now(), body),
    );
  },
  view: {
    kind: 'drawing',
    draw: (headers) =>
      Object.entries(isRecord(headers) ? headers : {})
        .map(([name, value]) => `${name}: ${textOf(value)}`)
        .join('\n'),
  },
});
