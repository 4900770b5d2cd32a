/** `auth status`: the key and the base URL that a run uses, where they come from, and whether the API accepts the key. */
import * as z from 'zod';
import { COPY_KEY_AGAIN, maskKey } from '../../config/resolve.ts';
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
  examples: [{ does: 'Which key is used, and its team', line: 'auth status' }],
  async run(context: ToolContext) {
    const { apiKey, ...connection } = await context.connection();
    try {
      const { teamName } = await context.call(checkApiKey, {});
      return { teamName, key: maskKey(apiKey), ...connection };
    } catch (error) {
      const { keySource, baseUrl, baseUrlSource } = connection;
      const failure = asFailure(error);
      const sources = `Key: ${keySource}. Base URL: ${baseUrl} (${baseUrlSource}).`;
      // The usual hint for a wrong key recommends this command.
      const next = failure.code === 'unauthorized' ? COPY_KEY_AGAIN : failure.hint;
      throw failure.withHint([sources, ...(next === undefined ? [] : [next])].join(' '));
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
