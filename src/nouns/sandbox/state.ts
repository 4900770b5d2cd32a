/** `sandbox reset` and `sandbox path`: the state file of the sandbox. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { isRecord, textOf } from '../../define/json.ts';
import { resetUserSandbox, sandboxFile } from '../../sandbox/user-sandbox.ts';
import type { ToolContext } from '../tool-context.ts';

const stateFile = z.object({ path: z.string() });

export const resetCommand = command({
  input: z.object({}),
  output: stateFile,
  examples: [{ does: 'Discard all changes', line: 'sandbox reset' }],
  run: async ({ runtime }: ToolContext) => ({ path: await resetUserSandbox(runtime) }),
  view: { kind: 'details', columns: [{ heading: 'Reset', path: 'path', kind: 'id' }] },
});

export const pathCommand = command({
  input: z.object({}),
  output: stateFile,
  examples: [{ does: 'The file that holds all changes', line: 'sandbox path' }],
  run: async ({ runtime }: ToolContext) => ({ path: sandboxFile(runtime) }),
  view: { kind: 'drawing', draw: (value) => textOf(isRecord(value) ? value['path'] : value) },
});
