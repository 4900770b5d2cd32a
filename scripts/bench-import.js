// Measures `contacts import`: 100,000 rows by two runs at once on one key, in less than 4 minutes, with rate limits whose windows
// allow 46 times the requests. `node scripts/bench-import.js 5000 10`: rows, and times the published limit.
// It needs two cores for itself: the sandbox and both runs take about 3 ms of CPU per request together.
import { describeMemory, withSandbox } from './bench/sandbox.js';

const ROWS = Number(process.argv[2] ?? 100_000);
const TIMES = Number(process.argv[3] ?? 46);
const PER_SECOND = 10 * TIMES;
const RUNS = 2;

function* rowsOf(name) {
  yield 'email,firstName,seats,aiRotaBeta,trialEndsOn';
  for (let row = 0; row < ROWS / RUNS; row++) yield `${name}${row}@example.com,Person ${row},${row},true,2026-12-01`;
}

await withSandbox({ times: TIMES, measured: /contacts\/update/ }, async (bench) => {
  const before = Object.keys(bench.contacts()).length;
  const began = performance.now();
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    await bench.writeFile(`rows${run}.csv`, rowsOf(`run${run}-`));
    runs.push(bench.start(['contacts', 'import', `rows${run}.csv`, '--may-trigger', '--yes', '--json', '-q']));
  }
  const results = await Promise.all(runs.map(({ ended }) => ended));
  const seconds = (bench.span.last - bench.span.first) / 1000;
  const ideal = ROWS / PER_SECOND - 1;
  const used = ideal / seconds;
  const added = Object.keys(bench.contacts()).length - before;
  const codes = results.map(({ code }) => code);
  console.log(`${ROWS} rows by ${RUNS} runs at once, ${PER_SECOND} requests allowed in any second`);
  console.log(
    `exit codes: ${codes.join(', ')}; contacts created: ${added}; responses: ${JSON.stringify(bench.responses)}`,
  );
  console.log(
    `rate: ${(used * 100).toFixed(1)} % of the allowed rate (${seconds.toFixed(1)} s of at least ${ideal.toFixed(1)} s)`,
  );
  for (const { memory } of results) console.log(describeMemory(memory));
  console.log(`in all: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  process.exitCode = codes.every((code) => code === 0) && added === ROWS && used >= 0.95 ? 0 : 1;
});
