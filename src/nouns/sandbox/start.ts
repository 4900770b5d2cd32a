/** The embedded sandbox as commands: start it, put it back to its beginning, say where it keeps its state. */
import { join } from 'node:path';
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { usage } from '../../errors.ts';
import { AREAS, type Area } from '../../http/limits.ts';
import { asUsage } from '../../runtime/files.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { SandboxOptions } from '../../sandbox/server.ts';
import type { Store } from '../../sandbox/store.ts';
import type { ToolContext } from '../tool-context.ts';
import { secretFile } from '../webhooks/flags.ts';

/** Where the sandbox keeps its account. */
export const sandboxFile = (runtime: Pick<Runtime, 'directories'>): string =>
  join(runtime.directories.data, 'sandbox.json');

/** The state of the sandbox that this user's runs share. */
export async function sandboxStore(runtime: Pick<Runtime, 'directories'>): Promise<Store> {
  const [{ fileStore }, { seedAccount }] = await Promise.all([
    import('../../sandbox/store.ts'),
    import('../../sandbox/seed/account.ts'),
  ]);
  return fileStore(sandboxFile(runtime), seedAccount);
}

/** Starts the sandbox. Rejects with a `usage` failure when its state cannot be used or its port is taken. */
export async function startUserSandbox(runtime: Runtime, options: Omit<SandboxOptions, 'store' | 'now'> = {}) {
  const [{ startSandbox }, { SandboxStateError }, store] = await Promise.all([
    import('../../sandbox/server.ts'),
    import('../../sandbox/state-file.ts'),
    sandboxStore(runtime),
  ]);
  try {
    return await startSandbox({ ...options, store, now: () => runtime.now().getTime(), random: runtime.random });
  } catch (error) {
    if (error instanceof SandboxStateError) throw usage(error.message);
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw usage(`Port ${options.port} is in use.`, 'Choose another, or 0 for a free one.');
    }
    throw asUsage(error, sandboxFile(runtime), 'write');
  }
}

async function openWebhook(
  context: ToolContext,
  { webhook, secretFile: file }: { webhook?: string | undefined; secretFile?: string | undefined },
) {
  if (webhook === undefined) {
    if (file !== undefined) throw usage('--secret-file is about a webhook endpoint.', 'Add --webhook <url>.');
    return undefined;
  }
  const { openSandboxWebhook } = await import('./emit.ts');
  return openSandboxWebhook(context, webhook, file);
}

const stateFile = z.object({ path: z.string() });

function areasOf(list: string | undefined): readonly Area[] {
  const names = list?.split(',').map((name) => name.trim()) ?? [];
  const unknown = names.find((name) => !(AREAS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw usage(`${JSON.stringify(unknown)} is not an area.`, `The areas are ${AREAS.join(', ')}.`);
  }
  return names as Area[];
}

export const startCommand = command({
  notes:
    'Prints the two variables that send any client there, ready for `eval`. Everything it is told is kept in the state file that --sandbox uses too. With --webhook it sends a testing.testEvent when it starts and whatever `loopsctl sandbox emit` asks for: signed, at most ten a second, and again where it was not accepted. What the API is told to do causes no event, as in the service. Ctrl-C ends it (exit 0).',
  input: z.object({
    port: z.number().int().min(0).max(65_535).default(0).describe('port to listen on; 0 for a free one'),
    webhook: z
      .string()
      .min(1)
      .optional()
      .describe('deliver events to this address; see `loopsctl sandbox emit`')
      .meta({ placeholder: 'url' }),
    secretFile,
    off: z
      .string()
      .optional()
      .describe(`areas that are not enabled: ${AREAS.join(', ')}`)
      .meta({ placeholder: 'areas' }),
    sendingDomain: z.boolean().default(true).describe('refuse what needs a sending domain (create, draft)'),
    rateLimit: z.boolean().default(false).describe('enforce the request limits of the service'),
    rateWindow: z
      .number()
      .gt(0)
      .max(1)
      .default(1)
      .describe('shorten the windows of these limits to this part of their length'),
  }),
  output: z.object({ LOOPS_BASE_URL: z.string(), LOOPS_API_KEY: z.string() }),
  examples: [
    { does: 'On a free port', line: 'sandbox start' },
    { does: 'As a team that may not use the content API', line: 'sandbox start --off content' },
  ],
  async *run(context: ToolContext, input) {
    const release = context.runtime.catchSignals();
    const webhook = await openWebhook(context, input);
    const sandbox = await startUserSandbox(context.runtime, {
      port: input.port,
      emit: webhook?.emit,
      off: areasOf(input.off),
      sendingDomain: input.sendingDomain,
      rateLimit: input.rateLimit ? { scale: input.rateWindow } : undefined,
      onRequest: context.note,
    });
    try {
      await webhook?.announce(sandbox.baseUrl);
      yield [{ LOOPS_BASE_URL: sandbox.baseUrl, LOOPS_API_KEY: sandbox.apiKey }];
      context.note('The sandbox is running. Ctrl-C ends it.');
      webhook?.greet();
      await aborted(context.signal);
    } finally {
      await webhook?.close();
      await sandbox.close();
      release();
    }
  },
  view: {
    kind: 'lines',
    line: (variables) =>
      Object.entries(isRecord(variables) ? variables : {})
        .map(([name, value]) => `export ${name}=${String(value)}`)
        .join('\n'),
  },
});

export const resetCommand = command({
  input: z.object({}),
  output: stateFile,
  examples: [{ does: 'Forget all changes', line: 'sandbox reset' }],
  async run({ runtime }: ToolContext) {
    const [{ resetFile }, { seedAccount }] = await Promise.all([
      import('../../sandbox/store.ts'),
      import('../../sandbox/seed/account.ts'),
    ]);
    const path = sandboxFile(runtime);
    try {
      await resetFile(path, seedAccount);
    } catch (error) {
      throw asUsage(error, path, 'write');
    }
    return { path };
  },
  view: { kind: 'details', columns: [{ heading: 'Reset', path: 'path', kind: 'id' }] },
});

export const pathCommand = command({
  input: z.object({}),
  output: stateFile,
  examples: [{ does: 'Look at the state', line: 'sandbox path' }],
  run: async ({ runtime }: ToolContext) => ({ path: sandboxFile(runtime) }),
  view: { kind: 'drawing', draw: (value) => String(isRecord(value) ? value['path'] : value) },
});

/** Resolves when the signal is aborted. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
