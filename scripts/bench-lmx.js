// Checks 1,000 emails, and compares the time with that of the XML tokenizer alone: `npm run bench:lmx`. Exits with 1 if it is too slow.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FILES = 1000;
const ROUNDS = 41;
const MOST = 3;

const root = fileURLToPath(new URL('..', import.meta.url));
const directory = await mkdtemp(join(root, 'node_modules', '.bench-lmx-'));
const workspace = await mkdtemp(join(tmpdir(), 'loopsctl-bench-lmx-'));
try {
  const outfile = join(directory, 'lmx.mjs');
  await build({
    stdin: {
      contents:
        "export { parse } from './src/lmx/parse.ts'; export { lint } from './src/lmx/lint/lint.ts'; export { Tokenizer } from 'htmlparser2';",
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
  });
  const { parse, lint, Tokenizer } = await import(outfile);
  const samples = ['welcome', 'newsletter'].map((name) =>
    readFileSync(join(root, 'test', 'fixtures', `${name}.lmx`), 'utf8'),
  );
  const paths = Array.from({ length: FILES }, (_, index) => join(workspace, `${index}.lmx`));
  for (const [index, path] of paths.entries()) {
    await writeFile(path, samples[index % samples.length].replace('<H1>', `<H1>${index} `));
  }

  const names =
    'attribdata attribentity attribend attribname cdata closetag comment declaration end opentagend opentagname processinginstruction selfclosingtag text textentity';
  const noCallbacks = Object.fromEntries(names.split(' ').map((name) => [`on${name}`, () => {}]));
  const tokenize = (text, callbacks) => {
    const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, { ...noCallbacks, ...callbacks });
    tokenizer.write(text);
    tokenizer.end();
  };
  const tokens = [];
  const work = {
    offsets: (text) => tokenize(text, {}),
    // As everybody uses a tokenizer: each name, value and text is taken from the document.
    tokenizer: (text) => {
      const take = (start, end) => {
        tokens[tokens.length % 64] = text.slice(start, end);
      };
      tokenize(text, { onopentagname: take, onclosetag: take, onattribname: take, onattribdata: take, ontext: take });
    },
    check: (text) => lint(parse(text), { kind: 'campaign' }),
  };
  // Other programs on the machine do not count.
  const cpuTime = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const measure = (use) => {
    const start = cpuTime();
    for (const path of paths) use(readFileSync(path, 'utf8'));
    return cpuTime() - start;
  };
  const times = { offsets: [], tokenizer: [], check: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, use] of Object.entries(work)) times[name].push(measure(use));
  }
  const median = (list) => list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)];
  // Both of a round have the same share of a busy machine.
  const ratio = median(times.check.map((time, round) => time / times.tokenizer[round]));
  const { offsets, tokenizer, check } = Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, median(list)]),
  );
  console.log(
    [
      `${FILES} files, CPU time (medians of ${ROUNDS} rounds):`,
      `  read and tokenized: ${tokenizer.toFixed(1)} ms (${offsets.toFixed(1)} ms if no token is taken)`,
      `  read and checked:   ${check.toFixed(1)} ms, ${ratio.toFixed(2)} times (goal: less than ${MOST})`,
    ].join('\n'),
  );
  process.exitCode = ratio < MOST ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
  await rm(workspace, { recursive: true, force: true });
}
