// Measures how much of the rate limits is used: 300 content calls by several concurrent runs, which share the limits through
// a file, against the sandbox with rate limits whose windows are scaled to a tenth.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import program from '../dist/main.cjs';

const { main, nodeRuntime } = program;

const CALLS = 300;
const AT_ONCE = 6;
/** The public limits are ten requests per second and sixty content calls per minute; windows are a tenth of that. */
const GENERAL = { limit: 10, window: 0.1 };
const CONTENT = { limit: 60, window: 6 };

const directory = await mkdtemp(join(tmpdir(), 'loopsctl-bench-'));
const executable = fileURLToPath(new URL('../bin/loopsctl.js', import.meta.url));
const server = spawn(
  process.execPath,
  [executable, 'sandbox', 'start', '--rate-limit', '--rate-limit-scale', '0.1', '-q'],
  {
    env: { ...process.env, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory, XDG_CACHE_HOME: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
try {
  const [first] = await once(server.stdout, 'data');
  const env = Object.fromEntries(
    [...String(first).matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const real = nodeRuntime();
  const quiet = { isTerminal: false, columns: undefined, write: async () => undefined };
  const codes = {};
  let left = CALLS;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const code = await main({
          ...real,
          argv: ['themes', 'list', '--limit', '10'],
          env,
          directories: { config: directory, data: directory, cache: directory },
          stdout: quiet,
          stderr: quiet,
        });
        codes[code] = (codes[code] ?? 0) + 1;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  // No window allows more than its limit: the last call has to wait for all windows but the last, whose sixty calls are
  // sent ten at a time.
  const ideal = (CALLS / CONTENT.limit - 1) * CONTENT.window + (CONTENT.limit / GENERAL.limit - 1) * GENERAL.window;
  console.log(
    `${CALLS} content calls by ${AT_ONCE} runs at a time, ${CONTENT.limit} allowed in any ${CONTENT.window} s and ${GENERAL.limit} in any ${GENERAL.window} s`,
  );
  console.log(`exit codes: ${JSON.stringify(codes)}`);
  console.log(
    `took ${seconds.toFixed(2)} s; the limits require at least ${ideal} s: ${((ideal / seconds) * 100).toFixed(1)}% of the allowed rate`,
  );
  process.exitCode = codes[0] === CALLS && ideal / seconds >= 0.95 ? 0 : 1;
} finally {
  server.kill('SIGTERM');
  await once(server, 'close');
  await rm(directory, { recursive: true, force: true });
}
