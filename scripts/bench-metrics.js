// Measures `transactional metrics --all` with 1,000 emails: how much of the rate limits it uses, with windows scaled to a
// tenth, and how much longer than a bare loop it takes without limits. Takes about two minutes and contacts only loopback.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measurePair, runOnce } from './bench/measure.js';

const EMAILS = 1_000;
const PAGE = 50;
const RUNS = 5;
/** The public limits are ten requests per second and sixty content calls per minute; windows are a tenth of that. */
const SCALE = 0.1;
const GENERAL = { limit: 10, window: 1 * SCALE };
const CONTENT = { limit: 60, window: 60 * SCALE };
const GOALS = { used: 0.95, ratio: 3 };

const directory = await mkdtemp(join(tmpdir(), 'loopsctl-bench-'));
const executable = fileURLToPath(new URL('../bin/loopsctl.js', import.meta.url));
const bare = fileURLToPath(new URL('bench/programs/bare-metrics.js', import.meta.url));
const home = { XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory, XDG_CACHE_HOME: directory };

/** Fills the sandbox with copies of its emails. */
async function fillAccount() {
  const { stdout } = spawnSync(process.execPath, [executable, 'sandbox', 'reset', '--json'], { env: home });
  const { path } = JSON.parse(String(stdout));
  const state = JSON.parse(await readFile(path, 'utf8'));
  const { transactionalEmails: emails } = state.account;
  state.account.transactionalEmails = Array.from({ length: EMAILS }, (_, index) => {
    const email = emails[index % emails.length];
    return { ...email, record: { ...email.record, id: `c${String(index).padStart(24, '0')}` } };
  });
  await writeFile(path, JSON.stringify(state));
}

/** Runs `work` while the sandbox is running, with the environment for it. */
async function served(flags, work) {
  const server = spawn(process.execPath, [executable, 'sandbox', 'start', '-q', ...flags], {
    env: home,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [first] = await once(server.stdout, 'data');
    const env = Object.fromEntries(
      [...String(first).matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
    );
    return await work({ ...home, ...env });
  } finally {
    server.kill('SIGTERM');
    await once(server, 'close');
  }
}

const ours = (env) => ({
  command: process.execPath,
  args: [executable, 'transactional', 'metrics', '--all', '-o', 'ndjson'],
  env,
});

/** The shortest possible time in seconds: see `bench-limits.js`. */
function leastSeconds(calls) {
  const windows = Math.ceil(calls / CONTENT.limit) - 1;
  const rest = calls - windows * CONTENT.limit;
  return windows * CONTENT.window + (Math.ceil(rest / GENERAL.limit) - 1) * GENERAL.window;
}

const verdict = (isMet) => (isMet ? 'met' : 'NOT MET');

try {
  await fillAccount();
  const pair = await served([], (env) =>
    measurePair({
      ours: ours(env),
      peer: { command: process.execPath, args: [bare], env },
      runs: RUNS,
      lines: [EMAILS, EMAILS],
    }),
  );
  const ms = ({ median, least, most }) => `${median.toFixed(0)} ms (${least.toFixed(0)}–${most.toFixed(0)})`;
  console.log(
    `${EMAILS} emails without limits: ${ms(pair.ours)}; a bare undici loop ${ms(pair.peer)}; ratio ${pair.ratio.toFixed(2)}, goal less than ${GOALS.ratio}: ${verdict(pair.ratio < GOALS.ratio)}`,
  );

  const limited = await served(['--rate-limit', '--rate-limit-scale', String(SCALE)], (env) => runOnce(ours(env)));
  if (limited.lines !== EMAILS) throw new Error(`${limited.lines} lines where ${EMAILS} were expected`);
  const calls = EMAILS + Math.ceil(EMAILS / PAGE);
  const used = leastSeconds(calls) / (limited.ms / 1000);
  console.log(
    `${calls} calls, ${CONTENT.limit} allowed in any ${CONTENT.window} s and ${GENERAL.limit} in any ${GENERAL.window} s: took ${(limited.ms / 1000).toFixed(2)} s, the limits require at least ${leastSeconds(calls).toFixed(1)} s: ${(used * 100).toFixed(1)}% of the allowed rate, goal ${GOALS.used * 100}%: ${verdict(used >= GOALS.used)}`,
  );
  process.exitCode = pair.ratio < GOALS.ratio && used >= GOALS.used ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
