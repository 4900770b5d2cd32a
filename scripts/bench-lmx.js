// Checks 1,000 emails, and compares the time with that of the XML tokenizer alone: `npm run bench:lmx`. Exits with 1 if it is too slow.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FILES = 1000;
const ROUNDS = 15;
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
  const sample = readFileSync(join(root, 'test', 'fixtures', 'welcome.lmx'), 'utf8');
  const paths = Array.from({ length: FILES }, (_, index) => join(workspace, `${index}.lmx`));
  for (const [index, path] of paths.entries()) await writeFile(path, sample.replace('Welcome', `Welcome ${index}`));

  const ignore = () => {};
  const names =
    'attribdata attribentity attribend attribname cdata closetag comment declaration end opentagend opentagname processinginstruction selfclosingtag text textentity';
  const callbacks = Object.fromEntries(names.split(' ').map((name) => [`on${name}`, ignore]));
  const work = {
    tokenizer: (text) => {
      const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, callbacks);
      tokenizer.write(text);
      tokenizer.end();
    },
    check: (text) => lint(parse(text), { kind: 'campaign' }),
  };
  const measure = (use) => {
    const start = performance.now();
    for (const path of paths) use(readFileSync(path, 'utf8'));
    return performance.now() - start;
  };
  const times = { tokenizer: [], check: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, use] of Object.entries(work)) times[name].push(measure(use));
  const median = (list) => list.sort((one, other) => one - other)[Math.floor(list.length / 2)];
  const [tokenizer, check] = [median(times.tokenizer), median(times.check)];
  const ratio = check / tokenizer;
  console.log(
    `${FILES} files read and tokenized: ${tokenizer.toFixed(1)} ms; read and checked: ${check.toFixed(1)} ms (${ratio.toFixed(2)} times)`,
  );
  process.exitCode = ratio < MOST ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
  await rm(workspace, { recursive: true, force: true });
}
