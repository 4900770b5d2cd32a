/** `version`: the versions that a bug report needs. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { textOf, valueAt } from '../../define/json.ts';
import type { ToolContext } from '../tool-context.ts';

export const versionCommand = command({
  input: z.object({}),
  output: z.object({
    version: z.string().describe('version of loopsctl'),
    node: z.string().describe('version of Node'),
    platform: z.string().describe('operating system, as Node names it'),
  }),
  examples: [
    { does: 'The version', line: 'version' },
    { does: 'With the version of Node and the platform, for a bug report', line: 'version --json' },
  ],
  run: async ({ runtime }: ToolContext) => ({
    version: LOOPSCTL_VERSION,
    node: runtime.nodeVersion,
    platform: runtime.platform,
  }),
  view: { kind: 'drawing', draw: (value) => textOf(valueAt(value, 'version')) },
});
