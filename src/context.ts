/** The context that a command's `run` gets: requests through one client, files, progress and messages. */
import type { GlobalFlags } from './cli/global-flags.ts';
import type { Connection } from './config/resolve.ts';
import type { Context } from './define/command.ts';
import { NO_NAMES } from './define/names.ts';
import type { OpenClient } from './http/connect.ts';
import type { Reporter } from './output/reporter.ts';
import { openDirectory } from './runtime/directory.ts';
import { isLoopback } from './runtime/loopback.ts';
import { sharedOnce } from './runtime/once.ts';
import { filesOf } from './runtime/read-only-files.ts';
import type { Runtime } from './runtime/runtime.ts';
import { mapConcurrently, settle } from './settle.ts';
import { shellWord } from './text/shell.ts';

interface Surroundings {
  readonly runtime: Runtime;
  readonly flags: GlobalFlags;
  readonly reporter: Reporter;
  readonly userAgent: string;
}

/** For a link with its redirects. */
const LINK_TIMEOUT_MS = 10_000;

/** Opens its client when the first request needs it. */
export function contextOf(
  { runtime, flags, reporter, userAgent }: Surroundings,
  openClient: () => Promise<OpenClient>,
  connectionOf: () => Promise<Connection>,
): Context {
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
    // Only a command has a history.
    forgetPerson: async () => undefined,
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
      await storeFile(url, file, { baseUrl, timeout: timeout * 1000, retries, userAgent, trace }, runtime);
    },
    visit: async (address) => {
      const { visitLink } = await import('./http/visit-link.ts');
      const timeout = Math.min(flags.timeout * 1000, LINK_TIMEOUT_MS);
      const mayVisitLoopback = async () => isLoopback(new URL((await connectionOf()).baseUrl));
      return visitLink(address, { timeout, userAgent, mayVisitLoopback, trace: reporter.debug }, runtime);
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

const pathOf = (route: string): string => route.slice(route.indexOf(' ') + 1);

/** `https://app.example:8443`; `http://127.0.0.1`, without a port, for any address of this machine. */
function originOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  return isLoopback(url) ? 'http://127.0.0.1' : url.origin;
}
