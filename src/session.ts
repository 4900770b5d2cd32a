/** Builds the context of a command's `run`: joins settings, client and reporter, and makes each only when it is needed. */
import type { GlobalFlags } from './cli/global-flags.ts';
import { type ProfileStore, profileStore } from './config/profiles.ts';
import {
  type Connection,
  checkBaseUrl,
  DEFAULT_BASE_URL,
  profileInUse,
  resolveBaseUrl,
  resolveConnection,
} from './config/resolve.ts';
import { type RunRules, readRules } from './config/rules.ts';
import type { Context } from './define/command.ts';
import { NO_NAMES } from './define/names.ts';
import { interrupted, usage } from './errors.ts';
import type { ConnectOptions, OpenClient } from './http/connect.ts';
import { nameCache } from './lookup/cache.ts';
import { type Names, type NamesOptions, namesOf } from './lookup/names.ts';
import { SANDBOX_TEAM } from './lookup/team.ts';
import { checkApiKey } from './nouns/api-key.ts';
import type { ToolContext } from './nouns/tool-context.ts';
import type { Reporter } from './output/reporter.ts';
import { createWaitLine } from './output/wait-line.ts';
import { openDirectory } from './runtime/directory.ts';
import { isLoopback } from './runtime/loopback.ts';
import { once, sharedOnce } from './runtime/once.ts';
import { filesOf } from './runtime/read-only-files.ts';
import type { Runtime } from './runtime/runtime.ts';
import { mapConcurrently, settle } from './settle.ts';
import { shellWord } from './text/shell.ts';

const USER_AGENT = `loopsctl/${LOOPSCTL_VERSION}`;

const QUIET: Partial<ConnectOptions> = {
  retries: 0,
  keyCheck: undefined,
  warn: () => undefined,
  onProgress: () => undefined,
  waits: { request: () => () => undefined, pause: () => () => undefined },
};

export interface Session {
  readonly context: ToolContext;
  /** What this run may do. */
  rules(): Promise<RunRules>;
  /** The same without what a profile narrows, for requests with another key. */
  rulesOfRun(): Promise<RunRules>;
  /** Rejects with `usage` when the key does not belong to the teams that the rules expect. */
  checkTeam(): Promise<void>;
  /** The names of the team's records. */
  names(options: Omit<NamesOptions, 'cache'>): Names;
  /** A context for requests that the result does not need: each is sent once or not at all, without a word. */
  readonly quietly: Context;
  /** The base URL as a shell word, for curl commands. */
  shellBaseUrl(): Promise<string>;
  /** Registers work to wait for after the connections have ended. */
  onClose(work: () => Promise<void>): void;
  /** Ends connections and the sandbox, also after a failure. */
  close(): Promise<void>;
}

/** The program itself, for commands that describe or run other commands. */
export type Program = Pick<ToolContext, 'tree' | 'runLine'>;

export function openSession(
  runtime: Runtime,
  flags: GlobalFlags,
  reporter: Reporter,
  { tree, runLine }: Program,
  profiles: ProfileStore = profileStore(runtime, reporter.warn),
): Session {
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

  async function open(
    { baseUrl, apiKey }: Connection,
    options: Partial<ConnectOptions> = {},
    used = runtime,
  ): Promise<OpenClient> {
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
        ...options,
      },
      used,
    );
    closers.push(client.close);
    return client;
  }

  const connection = once(resolve);
  const rules = once(() => readRules(flags, runtime, profiles));
  const rulesOfRun = once(() => readRules(flags, runtime));
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
      request: async (operation, request) => (await connected()).request(operation, request),
      // Only the guard refuses anything.
      requireAllowed: async () => undefined,
      gitEmail: async () => {
        try {
          return (await runtime.execute('git config user.email')).trim() || undefined;
        } catch {
          return undefined;
        }
      },
      upload: async (url, file) => {
        const { storeFile } = await import('./http/upload.ts');
        const { baseUrl } = await connectionOf();
        const { timeout, retries } = flags;
        const trace = reporter.debug;
        await storeFile(
          url,
          file,
          { baseUrl, timeout: timeout * 1000, retries, userAgent: USER_AGENT, trace },
          runtime,
        );
      },
      each: (items, work) => mapConcurrently(items, work, onProgress),
      settle: (items, work, options) => settle(items, work, onProgress, options),
      progress: ({ done, total, remainingMs, perSecond }) => reporter.progress(done, total, remainingMs, perSecond),
      estimate: async ({ route }, requests) => (await connected()).estimate(requests, pathOf(route)),
      files: filesOf(runtime),
      directory: async (path) => openDirectory(runtime.workingDirectory(), path),
      directories: runtime.directories,
      service: async () => originOf((await connectionOf()).baseUrl),
      now: runtime.now,
      once: sharedOnce(),
      names: async () => NO_NAMES,
      note: reporter.note,
      isForPeople: !flags.quiet && (flags.output === undefined || flags.output === 'table'),
      canAsk: false,
      canRead: true,
      isDryRun: false,
      strict: flags.strict,
      again: (flag) => ['loopsctl', ...runtime.argv.filter((word) => word !== flag), flag].map(shellWord).join(' '),
      warn: reporter.warn,
      signal: runtime.signal,
      catchSignals: runtime.catchSignals,
      wait: (ms) => runtime.sleep(ms, runtime.signal),
    };
  }

  async function checkTeam(): Promise<void> {
    const { expectedTeams } = await rules();
    if (expectedTeams.length === 0) return;
    const { teamName } = await (await ownClient()).call(checkApiKey, {});
    const other = expectedTeams.find((team) => team !== teamName);
    if (other === undefined) return;
    throw usage(
      `The API key belongs to team ${JSON.stringify(teamName)}, not ${JSON.stringify(other)}. Nothing was changed.`,
      'Select the right profile with --profile, or run `loopsctl auth status`.',
    );
  }

  const cache = nameCache({
    directory: runtime.directories.cache,
    now: runtime.now,
    team: async () => (flags.sandbox ? SANDBOX_TEAM : connection()),
  });
  const quietClient = once(async () =>
    open(await connection(), QUIET, { ...runtime, sleep: () => Promise.reject(interrupted()) }),
  );

  /** A base URL from a flag or a profile is written out; otherwise the shell's variable decides, as it does here. */
  async function shellBaseUrl(): Promise<string> {
    const inUse = flags.sandbox ? undefined : await profileInUse(flags, runtime.env, profiles);
    const fixed = flags.baseUrl ?? (runtime.env['LOOPS_BASE_URL'] ? undefined : inUse?.profile.baseUrl);
    return fixed === undefined
      ? `"\${LOOPS_BASE_URL:-${DEFAULT_BASE_URL}}"`
      : `'${checkBaseUrl(fixed).replaceAll("'", '%27')}'`;
  }

  return {
    rules,
    rulesOfRun,
    checkTeam,
    shellBaseUrl,
    names: (options) => namesOf({ ...options, cache: flags.cache ? cache : undefined }),
    quietly: contextFor(quietClient, connection),
    context: {
      ...contextFor(ownClient, connection),
      runtime,
      profiles,
      tree,
      flags,
      runLine,
      target: { profile: flags.profile, baseUrl: flags.baseUrl, sandbox: flags.sandbox },
      sending: { insecureHttp: flags.insecureHttp, timeout: flags.timeout * 1000, userAgent: USER_AGENT },
      redact: reporter.redact,
      connection,
      baseUrl: async () =>
        flags.sandbox ? (await connection()).baseUrl : resolveBaseUrl(flags, runtime.env, profiles),
      withConnection: (other) =>
        contextFor(
          once(() => open(other)),
          async () => other,
        ),
    },
    onClose: (work) => void closers.unshift(work),
    close: async () => {
      // The client first: a connection that the sandbox cuts would be an error.
      for (const close of closers.reverse()) await close();
    },
  };
}

const pathOf = (route: string): string => route.slice(route.indexOf(' ') + 1);

/** `https://app.example:8443`; `http://127.0.0.1`, without a port, for any address of this machine. */
function originOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  return isLoopback(url) ? 'http://127.0.0.1' : url.origin;
}
