/** Builds the context of a command's `run`: joins settings, client and reporter, and makes each only when it is needed. */
import type { GlobalFlags } from './cli/global-flags.ts';
import { profileStore } from './config/profiles.ts';
import { type Connection, resolveConnection } from './config/resolve.ts';
import type { Context } from './define/command.ts';
import type { OpenClient } from './http/connect.ts';
import type { ToolContext } from './nouns/tool-context.ts';
import type { Reporter } from './output/reporter.ts';
import { createWaitLine } from './output/wait-line.ts';
import { openFiles } from './runtime/files.ts';
import { isLoopback } from './runtime/loopback.ts';
import type { Runtime } from './runtime/runtime.ts';
import { mapConcurrently, settle } from './settle.ts';

const USER_AGENT = `loopsctl/${LOOPSCTL_VERSION}`;

export interface Session {
  readonly context: ToolContext;
  /** Ends connections and the sandbox, also after a failure. */
  close(): Promise<void>;
}

export function openSession(runtime: Runtime, flags: GlobalFlags, reporter: Reporter): Session {
  const profiles = profileStore(runtime, reporter.warn);
  const closers: Array<() => Promise<void>> = [];
  const waits = createWaitLine({
    draw: reporter.status,
    note: reporter.note,
    live: reporter.live,
    now: () => runtime.now().getTime(),
    every: runtime.every,
  });

  async function resolve(): Promise<Connection> {
    if (!flags.sandbox) return resolveConnection(flags, runtime, profiles);
    const { startUserSandbox } = await import('./sandbox/user-sandbox.ts');
    const { baseUrl, apiKey, close } = await startUserSandbox(runtime);
    closers.push(close);
    return { baseUrl, apiKey, keySource: '--sandbox', baseUrlSource: '--sandbox' };
  }

  async function open({ baseUrl, apiKey }: Connection): Promise<OpenClient> {
    reporter.redact(apiKey);
    const [{ connect }, { checkApiKey }] = await Promise.all([
      import('./http/connect.ts'),
      import('./nouns/api-key.ts'),
    ]);
    const client = await connect(
      {
        ...flags,
        baseUrl,
        apiKey,
        keyCheck: checkApiKey,
        userAgent: USER_AGENT,
        warn: reporter.warn,
        trace: reporter.debug,
        waits,
        onProgress: reporter.progress,
        // The embedded sandbox ends with this run.
        shareLimits: !flags.sandbox,
      },
      runtime,
    );
    closers.push(client.close);
    return client;
  }

  const connection = once(resolve);
  const ownClient = once(async () => open(await connection()));

  function contextFor(openClient: () => Promise<OpenClient>, connectionOf: () => Promise<Connection>): Context {
    let client: OpenClient | undefined;
    const connected = async (): Promise<OpenClient> => {
      client = await openClient();
      return client;
    };
    // Most items take one request each.
    const onProgress = (done: number, total: number): void =>
      reporter.progress(done, total, client?.estimate(total - done));
    return {
      call: async (operation, input) => (await connected()).call(operation, input),
      async *list(operation, input) {
        yield* (await connected()).list(operation, input);
      },
      each: (items, work) => mapConcurrently(items, work, onProgress),
      settle: (items, work, options) => settle(items, work, onProgress, options),
      files: openFiles(runtime),
      directories: runtime.directories,
      service: async () => originOf((await connectionOf()).baseUrl),
      now: runtime.now,
      note: reporter.note,
      isForPeople: !flags.quiet && (flags.output === undefined || flags.output === 'table'),
      warn: reporter.warn,
      signal: runtime.signal,
    };
  }

  return {
    context: {
      ...contextFor(ownClient, connection),
      runtime,
      profiles,
      target: { profile: flags.profile, baseUrl: flags.baseUrl, sandbox: flags.sandbox },
      sending: { insecureHttp: flags.insecureHttp, timeout: flags.timeout * 1000, userAgent: USER_AGENT },
      redact: reporter.redact,
      connection,
      withConnection: (other) =>
        contextFor(
          once(() => open(other)),
          async () => other,
        ),
    },
    close: async () => {
      // The client first: a connection that the sandbox cuts would be an error.
      for (const close of closers.reverse()) await close();
    },
  };
}

/** `https://app.example:8443`; `http://127.0.0.1`, without a port, for any address of this machine. */
function originOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  return isLoopback(url) ? 'http://127.0.0.1' : url.origin;
}

/** Makes its result on the first call, and returns the same one from then on. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
