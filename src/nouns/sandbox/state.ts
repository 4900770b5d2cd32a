/** `sandbox reset` and `sandbox path`: the state file of the sandbox. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { isRecord, textOf } from '../../define/json.ts';
import { advanceUserSandbox, resetUserSandbox, sandboxFile } from '../../sandbox/user-sandbox.ts';
import { parseDuration } from '../../text/duration.ts';
import { formatNumber } from '../../text/number.ts';
import type { ToolContext } from '../tool-context.ts';

const stateFile = z.object({ path: z.string() });

export const resetCommand = command({
  input: z.object({}),
  output: stateFile,
  examples: [{ does: 'Discard all changes', line: 'sandbox reset' }],
  run: async ({ runtime }: ToolContext) => ({ path: await resetUserSandbox(runtime) }),
  view: { kind: 'details', columns: [{ heading: 'Reset', path: 'path', kind: 'id' }] },
});

const LONGEST_MS = 5 * 365 * 24 * 60 * 60 * 1000;

export const advanceCommand = command({
  notes:
    'Metrics depend on the time since the sandbox was created, with busy and quiet hours. A running sandbox continues from the new time. Records keep their dates.',
  input: z.object({
    duration: z
      .string()
      .refine((text) => (parseDuration(text) ?? Number.POSITIVE_INFINITY) <= LONGEST_MS, {
        error: 'expected a duration up to 5 years, such as 90m, 24h, 7d or 2w',
      })
      .describe('how much time passes: 90m, 24h, 7d, 2w'),
  }),
  positionals: ['duration'],
  output: z.object({
    duration: z.string(),
    records: z.number().int().describe('how many emails, campaigns and workflows have metrics that grow'),
  }),
  examples: [{ does: 'A week of metrics', line: 'sandbox advance 7d' }],
  run: async ({ runtime }: ToolContext, { duration }) => ({
    duration,
    records: await advanceUserSandbox(runtime, parseDuration(duration) ?? 0),
  }),
  view: {
    kind: 'drawing',
    draw: (value) => {
      // The value that `run` returned.
      const { duration, records } = value as { duration: string; records: number };
      return `${duration} passed. The metrics of ${formatNumber(records)} emails, campaigns and workflows have grown.`;
    },
  },
});

export const pathCommand = command({
  input: z.object({}),
  output: stateFile,
  examples: [{ does: 'The file that holds all changes', line: 'sandbox path' }],
  run: async ({ runtime }: ToolContext) => ({ path: sandboxFile(runtime) }),
  view: { kind: 'drawing', draw: (value) => textOf(isRecord(value) ? value['path'] : value) },
});
