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
import { contextOf } from './context.ts';
import type { Context } from './define/command.ts';
import { interrupted, usage } from './errors.ts';
import type { ConnectOptions, OpenClient } from './http/connect.ts';
import { nameCache } from './lookup/cache.ts';
import { type Names, type NamesOptions, namesOf } from './lookup/names.ts';
import { SANDBOX_TEAM } from './lookup/team.ts';
import { checkApiKey } from './nouns/api-key.ts';
import type { ToolContext } from './nouns/tool-context.ts';
import type { Reporter } from './output/reporter.ts';
import { createWaitLine } from './output/wait-line.ts';
import { once } from './runtime/once.ts';
import type { Runtime } from './runtime/runtime.ts';

const USER_AGENT = `loopsctl/${LOOPSCTL_VERSION}`;

const QUIET: Partial<ConnectOptions> = {
  retries: 0,
  keyCheck: undefined,
  onDifference: () => undefined,
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
  /** The next run asks the API for names again. */
  expireNames(): Promise<void>;
  /** A context for requests that the result does not need: each is sent once or not at all, without a word. */
  readonly quietly: Context;
  /** The base URL as a shell word, for curl commands. */
  shellBaseUrl(): Promise<string>;
  /** Whether a response to this run did not match the API schema. */
  hasDifference(): boolean;
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
  let hasDifference = false;
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
    const { connect } = await import('./http/connect.ts');
    const client = await connect(
      {
        ...flags,
        baseUrl,
        apiKey,
        keyCheck: checkApiKey,
        userAgent: USER_AGENT,
        onDifference: (message) => {
          hasDifference = true;
          reporter.warn(message);
        },
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

  const contextFor = (openClient: () => Promise<OpenClient>, connectionOf: () => Promise<Connection>): Context =>
    contextOf({ runtime, flags, reporter, userAgent: USER_AGENT }, openClient, connectionOf);

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
    hasDifference: () => hasDifference,
    expireNames: cache.expire,
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
