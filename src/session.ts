/** Builds what a command's `run` is given: it joins settings, client and reporter, and makes each only when needed. */
import type { GlobalFlags } from './cli/global-flags.ts';
import { profileStore } from './config/profiles.ts';
import { type Connection, resolveConnection } from './config/resolve.ts';
import type { Context } from './define/command.ts';
import type { OpenClient } from './http/connect.ts';
import type { ToolContext } from './nouns/tool-context.ts';
import type { Reporter } from './output/reporter.ts';
import { openFiles } from './runtime/files.ts';
import { isLoopback } from './runtime/loopback.ts';
import type { Runtime } from './runtime/runtime.ts';
import { mapConcurrently, settle } from './settle.ts';

const USER_AGENT = `loopsctl/${LOOPSCTL_VERSION}`;

export interface Session {
  readonly context: ToolContext;
  /** Ends connections and the sandbox, whatever happened. */
  close(): Promise<void>;
}

export function openSession(runtime: Runtime, flags: GlobalFlags, reporter: Reporter): Session {
  const profiles = profileStore(runtime, reporter.warn);
  const closers: Array<() => Promise<void>> = [];

  async function resolve(): Promise<Connection> {
    if (!flags.sandbox) return resolveConnection(flags, runtime, profiles);
    const { startUserSandbox } = await import('./nouns/sandbox/start.ts');
    const { baseUrl, apiKey, close } = await startUserSandbox(runtime);
    closers.push(close);
    return { baseUrl, apiKey, keySource: '--sandbox', baseUrlSource: '--sandbox' };
  }

  async function open({ baseUrl, apiKey }: Connection): Promise<OpenClient> {
    reporter.conceal(apiKey);
    const { connect } = await import('./http/connect.ts');
    const client = await connect(
      {
        ...flags,
        ...reporter,
        baseUrl,
        apiKey,
        userAgent: USER_AGENT,
        trace: reporter.debug,
        onProgress: reporter.progress,
        // A sandbox of this run's own is gone with it.
        shareLimits: !flags.sandbox,
      },
      runtime,
    );
    closers.push(client.close);
    return client;
  }

  const connection = once(resolve);
  const ownClient = once(async () => open(await connection()));

  const talking = (client: () => Promise<OpenClient>, to: () => Promise<Connection>): Context => ({
    call: async (operation, input) => (await client()).call(operation, input),
    async *list(operation, input) {
      yield* (await client()).list(operation, input);
    },
    each: (items, work) => mapConcurrently(items, work, reporter.progress),
    settle: (items, work, options) => settle(items, work, reporter.progress, options),
    files: openFiles(runtime),
    directories: runtime.directories,
    service: async () => serviceAt((await to()).baseUrl),
    now: runtime.now,
    note: reporter.note,
    isForPeople: !flags.quiet && (flags.output === undefined || flags.output === 'table'),
    warn: reporter.warn,
    signal: runtime.signal,
  });

  return {
    context: {
      ...talking(ownClient, connection),
      runtime,
      profiles,
      target: { profile: flags.profile, baseUrl: flags.baseUrl, sandbox: flags.sandbox },
      sending: { insecureHttp: flags.insecureHttp, timeout: flags.timeout * 1000, userAgent: USER_AGENT },
      conceal: reporter.conceal,
      connection,
      through: (other) =>
        talking(
          once(() => open(other)),
          async () => other,
        ),
    },
    close: async () => {
      // The client first: the sandbox waits for nobody, but a connection that is cut would be an error.
      for (const close of closers.reverse()) await close();
    },
  };
}

/** `https://app.example:8443`; `http://127.0.0.1`, without a port, for any address of this machine. */
function serviceAt(baseUrl: string): string {
  const url = new URL(baseUrl);
  return isLoopback(url) ? 'http://127.0.0.1' : url.origin;
}

/** Makes its result when it is first asked for, and gives the same ever after. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
