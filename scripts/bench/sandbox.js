// Runs of the built program against a sandbox with its account in memory, with their responses, time and memory.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildConstants } from '../constants.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const executable = join(root, 'bin', 'loopsctl.js');

async function loadSandbox(directory) {
  const outfile = join(directory, 'sandbox.mjs');
  await build({
    stdin: {
      contents: `
        export { startSandbox } from './src/sandbox/server.ts';
        export { completeAccount } from './src/sandbox/account.ts';
        export { sections } from './src/sandbox/nouns/index.ts';
        export { contactSection, save } from './src/sandbox/contact-book.ts';`,
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

/** The memory of a process in MB: its current and its largest resident size. Linux only. */
async function memoryOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const read = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: read('VmRSS'), most: read('VmHWM') };
}

/** `work` gets the sandbox, whose rate limits allow `times` the published requests, and `start` for a run of the program. */
export async function withSandbox({ times, scale = 1, measured, nodeOptions = [] }, work) {
  const directory = await mkdtemp(join(tmpdir(), 'loopsctl-bench-'));
  const { startSandbox, completeAccount, sections, contactSection, save } = await loadSandbox(directory);
  const account = completeAccount({}, sections, Date.now());
  const responses = {};
  const span = { first: 0, last: 0 };
  const sandbox = await startSandbox({
    store: { read: async () => account, update: async (change) => change(account) },
    rateLimit: { scale, times },
    sendingDomain: true,
    onRequest: (line) => {
      if (!measured.test(line)) return;
      const status = line.slice(-3);
      responses[status] = (responses[status] ?? 0) + 1;
      span.last = performance.now();
      span.first ||= span.last;
    },
  });
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    LOOPS_BASE_URL: sandbox.baseUrl,
    LOOPS_API_KEY: sandbox.apiKey,
  };

  /** `ended` resolves to the exit code and samples of the memory. */
  function start(words) {
    const child = spawn(process.execPath, [...nodeOptions, executable, ...words], {
      env,
      cwd: directory,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.resume();
    const memory = [];
    const sampling = setInterval(async () => {
      const sample = await memoryOf(child.pid);
      if (sample.now > 0) memory.push(sample);
    }, 1_000);
    const ended = new Promise((resolve) => {
      child.on('close', (code) => {
        clearInterval(sampling);
        resolve({ code, memory });
      });
    });
    return { child, ended };
  }

  async function writeFile(name, lines) {
    const file = createWriteStream(join(directory, name));
    for (const line of lines) {
      if (!file.write(`${line}\n`)) await new Promise((resolve) => file.once('drain', resolve));
    }
    file.end();
    await finished(file);
  }

  const contacts = () => contactSection.of(account).contacts;
  try {
    await work({
      directory,
      account,
      start,
      writeFile,
      contacts,
      add: (contact) => save(account, contact),
      responses,
      span,
    });
  } finally {
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** One line: whether the memory grows with the rows. */
export function describeMemory(memory) {
  const quarter = memory[Math.floor(memory.length / 4)];
  return `memory in MB, after a quarter: ${quarter?.now}, at the end: ${memory.at(-1)?.now}, peak: ${memory.at(-1)?.most}`;
}
