// Runs the property and mutation tests with new seeds for ten minutes, or `npm run fuzz -- --minutes 1`.
// Prints each failure with the command that repeats it. Exits with 1 if there was one.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes must be a positive number, not ${values.minutes}`);

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes("from 'fast-check'"));

const end = Date.now() + minutes * 60_000;
let runs = 0;
let failures = 0;

function runOnce(file, seed) {
  let output = '';
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file], {
    env: { ...process.env, FUZZ_SEED: String(seed), LMX_RUNS: '10000', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ passed: code === 0, output }));
  });
}

/** Each round takes every file once, in turn with the other lanes. */
let next = 0;
async function lane() {
  while (Date.now() < end) {
    const file = files[next++ % files.length];
    const seed = randomInt(2 ** 31);
    const { passed, output } = await runOnce(file, seed);
    runs++;
    if (passed) continue;
    failures++;
    console.log(`\n${output.trim()}\n\nFAILED ${file}, repeat with: FUZZ_SEED=${seed} npx vitest run ${file}\n`);
  }
}

console.log(`${files.length} files with property tests, ${minutes} minutes`);
await Promise.all(Array.from({ length: availableParallelism() }, lane));
console.log(`${runs} runs with new seeds, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
