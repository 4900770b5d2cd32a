/** Builds what a command's `run` is given: it joins settings, client and reporter, and makes each only when needed. */
import type { GlobalFlags } from './cli/global-flags.ts';
import type { ToolContext } from './commands/tool-context.ts';
import type { Connection } from './config/resolve.ts';
import type { Context } from './define/command.ts';
import { fanOut } from './fan-out.ts';
import type { OpenClient } from './http/connect.ts';
import type { Reporter } from './output/reporter.ts';
import type { Runtime } from './runtime.ts';
import { VERSION } from './version.ts';

export interface Session {
  readonly context: ToolContext;
  /** Ends connections and the sandbox, whatever happened. */
  close(): Promise<void>;
}

export async function openSession(runtime: Runtime, flags: GlobalFlags, reporter: Reporter): Promise<Session> {
  const { profileStore } = await import('./config/profiles.ts');
  const profiles = profileStore(runtime, reporter.warn);
  const closers: Array<() => Promise<void>> = [];

  const clientFor = once(async ({ baseUrl, apiKey }: Connection): Promise<OpenClient> => {
    reporter.conceal(apiKey);
    const { connect } = await import('./http/connect.ts');
    const client = connect(
      {
        ...flags,
        ...reporter,
        baseUrl,
        apiKey,
        userAgent: `loopsctl/${VERSION}`,
        trace: reporter.debug,
        onProgress: reporter.progress,
        // A sandbox of this run's own is gone with it.
        shareLimits: !flags.sandbox,
      },
      runtime,
    );
    closers.push(client.close);
    return client;
  });

  const connection = once(async (_: 'own'): Promise<Connection> => {
    if (flags.sandbox) {
      const { startUserSandbox } = await import('./commands/sandbox.ts');
      const sandbox = await startUserSandbox(runtime);
      closers.push(sandbox.close);
      const { baseUrl, apiKey } = sandbox;
      return { baseUrl, apiKey, keySource: '--sandbox', baseUrlSource: '--sandbox' };
    }
    const { resolveConnection } = await import('./config/resolve.ts');
    return resolveConnection(flags, runtime, profiles);
  });

  const talking = (to: () => Promise<Connection>): Context => ({
    call: async (operation, input) => (await clientFor(await to())).call(operation, input),
    async *list(operation, input) {
      yield* (await clientFor(await to())).list(operation, input);
    },
    each: (items, work) => fanOut(items, work, reporter.progress),
    note: reporter.note,
    warn: reporter.warn,
    signal: runtime.signal,
  });

  return {
    context: {
      ...talking(() => connection('own')),
      runtime,
      profiles,
      target: { profile: flags.profile, baseUrl: flags.baseUrl, sandbox: flags.sandbox },
      connection: () => connection('own'),
      through: (other) => talking(async () => other),
    },
    close: async () => {
      // The client first: the sandbox waits for nobody, but a connection that is cut would be an error.
      for (const close of closers.reverse()) await close();
    },
  };
}

/** A function that makes its result once for each argument. */
function once<Argument, Result>(
  make: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  const made = new Map<Argument, Promise<Result>>();
  return (argument) => {
    const result = made.get(argument) ?? make(argument);
    made.set(argument, result);
    return result;
  };
}
