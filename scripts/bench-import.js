// Measures `contacts import`: 100,000 rows by two runs at once on one key, against the sandbox with its contacts in memory and with
// rate limits whose windows allow more requests. `node scripts/bench-import.js 5000 40`: rows, and times the published limit.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildConstants } from './constants.js';

const ROWS = Number(process.argv[2] ?? 100_000);
const TIMES = Number(process.argv[3] ?? 40);
const PER_SECOND = 10 * TIMES;
const RUNS = 2;

const root = fileURLToPath(new URL('..', import.meta.url));
const executable = join(root, 'bin', 'loopsctl.js');
const directory = await mkdtemp(join(tmpdir(), 'loopsctl-bench-'));

async function loadSandbox() {
  const outfile = join(directory, 'sandbox.mjs');
  await build({
    stdin: {
      contents: `
        export { startSandbox } from './src/sandbox/server.ts';
        export { completeAccount } from './src/sandbox/account.ts';
        export { sections } from './src/sandbox/nouns/index.ts';
        export { contactSection } from './src/sandbox/contact-book.ts';`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    define: buildConstants,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

async function writeRows(path, name) {
  const file = createWriteStream(path);
  file.write('email,firstName,seats,aiRotaBeta,trialEndsOn\n');
  for (let row = 0; row < ROWS / RUNS; row++) {
    const line = `${name}${row}@example.com,Person ${row},${row},true,2026-12-01\n`;
    if (!file.write(line)) await new Promise((resolve) => file.once('drain', resolve));
  }
  file.end();
  await finished(file);
}

/** The memory of a process in MB: its current and its largest resident size. Linux only. */
async function memoryOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const read = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: read('VmRSS'), most: read('VmHWM') };
}

const { startSandbox, completeAccount, sections, contactSection } = await loadSandbox();
const account = completeAccount({}, sections, Date.now());
const statuses = {};
let [first, last] = [0, 0];
const sandbox = await startSandbox({
  store: { read: async () => account, update: async (change) => change(account) },
  rateLimit: { scale: 1, times: TIMES },
  onRequest: (line) => {
    if (!line.includes('contacts/update')) return;
    const status = line.slice(-3);
    statuses[status] = (statuses[status] ?? 0) + 1;
    last = performance.now();
    first ||= last;
  },
});
const before = Object.keys(contactSection.of(account).contacts).length;
try {
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    LOOPS_BASE_URL: sandbox.baseUrl,
    LOOPS_API_KEY: sandbox.apiKey,
  };
  const samples = [];
  const children = [];
  const endings = [];
  for (let run = 0; run < RUNS; run++) {
    const file = join(directory, `rows${run}.csv`);
    await writeRows(file, `run${run}-`);
    const line = ['contacts', 'import', file, '--may-trigger', '--yes', '--json', '-q'];
    const child = spawn(process.execPath, [executable, ...line], {
      env,
      cwd: directory,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.resume();
    children.push(child);
    endings.push(new Promise((resolve) => child.on('close', resolve)));
  }
  const sampling = setInterval(async () => {
    const memory = await memoryOf(children[0].pid);
    if (memory.now > 0) samples.push(memory);
  }, 2_000);
  const codes = await Promise.all(endings);
  clearInterval(sampling);
  const seconds = (last - first) / 1000;
  const ideal = ROWS / PER_SECOND - 1;
  const used = ideal / seconds;
  const added = Object.keys(contactSection.of(account).contacts).length - before;
  const quarter = samples[Math.floor(samples.length / 4)];
  console.log(`${ROWS} rows by ${RUNS} runs at once, ${PER_SECOND} requests allowed in any second`);
  console.log(`exit codes: ${codes.join(', ')}; contacts created: ${added}; responses: ${JSON.stringify(statuses)}`);
  console.log(
    `took ${seconds.toFixed(1)} s; the limit requires at least ${ideal} s: ${(used * 100).toFixed(1)}% of the allowed rate`,
  );
  console.log(
    `memory of one run in MB, after a quarter: ${quarter?.now}, at the end: ${samples.at(-1)?.now}, at most: ${samples.at(-1)?.most}`,
  );
  process.exitCode = codes.every((code) => code === 0) && added === ROWS && used >= 0.95 ? 0 : 1;
} finally {
  await sandbox.close();
  await rm(directory, { recursive: true, force: true });
}
