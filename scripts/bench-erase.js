// Measures `contacts erase --file`: 10,000 people with backups and receipts, by a run that is interrupted halfway and continued.
// `node scripts/bench-erase.js 1000 20`: rows, and times the published rate limit.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMemory, withSandbox } from './bench/sandbox.js';

const ROWS = Number(process.argv[2] ?? 10_000);
const TIMES = Number(process.argv[3] ?? 46);

const emailOf = (row) => `erased${row}@example.com`;
const hashOf = (row) => `sha256:${createHash('sha256').update(emailOf(row)).digest('hex')}`;

function* rows() {
  yield 'email';
  for (let row = 0; row < ROWS; row++) yield emailOf(row);
}

await withSandbox({ times: TIMES, measured: /contacts\// }, async (bench) => {
  const [sample] = Object.values(bench.contacts());
  const before = Object.keys(bench.contacts()).length;
  for (let row = 0; row < ROWS; row++) {
    bench.add({ ...sample, contact: { ...sample.contact, id: `cerase${row}`, email: emailOf(row), userId: null } });
  }
  await bench.writeFile('people.csv', rows());
  const words = ['contacts', 'erase', '--file', 'people.csv', '--backup', 'copies', '--receipt', 'receipts'];
  const began = performance.now();
  const left = () => Object.keys(bench.contacts()).length - before;

  const first = bench.start([...words, '--yes', '-q']);
  const halfway = setInterval(() => {
    if (left() >= ROWS / 2) return;
    clearInterval(halfway);
    first.child.kill('SIGINT');
  }, 20);
  const { code: interrupted } = await first.ended;
  const then = left();
  const { code, memory } = await bench.start([...words, '--yes', '--json', '-q', '--resume']).ended;

  const receipts = (await readFile(join(bench.directory, 'receipts'), 'utf8')).trim().split('\n').map(JSON.parse);
  const found = new Set(receipts.flatMap(({ hashes }) => hashes));
  const missing = Array.from({ length: ROWS }, (_, row) => row).filter((row) => !found.has(hashOf(row))).length;
  const copies = (await readdir(join(bench.directory, 'copies'))).length;
  const files = await readdir(bench.directory);
  console.log(
    `${ROWS} people: the first run ended with ${interrupted} and left ${then}, the second with ${code} and ${left()}`,
  );
  console.log(
    `receipts: ${receipts.length}, ${missing} missing; backups: ${copies}; responses: ${JSON.stringify(bench.responses)}`,
  );
  console.log(describeMemory(memory));
  console.log(`in all: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const isDone = code === 0 && left() === 0 && missing === 0 && copies >= ROWS && !files.includes('people.csv.journal');
  process.exitCode = interrupted === 130 && isDone ? 0 : 1;
});
