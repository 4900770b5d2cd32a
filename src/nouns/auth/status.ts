/** `auth status`: the key and the base URL that a run uses, where they come from, and whether the API accepts the key. */
import * as z from 'zod';
import { maskKey } from '../../config/resolve.ts';
import { command } from '../../define/command.ts';
import { asFailure } from '../../errors.ts';
import { checkApiKey } from '../api-key.ts';
import type { ToolContext } from '../tool-context.ts';

export const statusCommand = command({
  input: z.object({}),
  calls: [checkApiKey],
  output: z.object({
    teamName: z.string(),
    key: z.string().describe('masked'),
    keySource: z.string(),
    baseUrl: z.string(),
    baseUrlSource: z.string(),
  }),
  examples: [{ does: 'In the sandbox', line: 'auth status' }],
  async run(context: ToolContext) {
    const { apiKey, ...connection } = await context.connection();
    try {
      const { teamName } = await context.call(checkApiKey, {});
      return { teamName, key: maskKey(apiKey), ...connection };
    } catch (error) {
      const { keySource, baseUrl, baseUrlSource } = connection;
      throw asFailure(error).withHint(`Key: ${keySource}. Base URL: ${baseUrl} (${baseUrlSource}).`);
    }
  },
  view: {
    kind: 'details',
    columns: [
      { heading: 'Team', path: 'teamName' },
      { heading: 'Key', path: 'key' },
      { heading: '  from', path: 'keySource' },
      { heading: 'Base URL', path: 'baseUrl' },
      { heading: '  from', path: 'baseUrlSource' },
    ],
  },
});
