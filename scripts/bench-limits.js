// How much of the service's allowance is used: 300 content calls, by several runs at once that share the limits through
// their file, against the sandbox with its limits enforced and their windows shortened to a tenth.
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
/** A tenth of the public windows: ten in any second, and sixty content calls in any sixty. */
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
  // In any window no more than the limit is let in: the last call cannot come before all windows but the last have
  // passed, and then the last sixty come ten at a time.
  const ideal = (CALLS / CONTENT.limit - 1) * CONTENT.window + (CONTENT.limit / GENERAL.limit - 1) * GENERAL.window;
  console.log(
    `${CALLS} content calls by ${AT_ONCE} runs at a time, ${CONTENT.limit} allowed in any ${CONTENT.window} s and ${GENERAL.limit} in any ${GENERAL.window} s`,
  );
  console.log(`exit codes: ${JSON.stringify(codes)}`);
  console.log(
    `took ${seconds.toFixed(2)} s; cannot take less than ${ideal} s: ${((ideal / seconds) * 100).toFixed(1)} % of what is allowed`,
  );
  process.exitCode = codes[0] === CALLS && ideal / seconds >= 0.95 ? 0 : 1;
} finally {
  server.kill('SIGTERM');
  await once(server, 'close');
  await rm(directory, { recursive: true, force: true });
}
