// Bundles src/ into dist/: one file with all that most commands need, and one for each package that only some load.
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { builtinsAsTheyAre, packagesApart, slimUndici } from './bundle-plugins.js';
import { buildConstants } from './constants.js';
import { writeLicences } from './licences.js';
import { pageMetafile } from './page.js';

/** What nearly every run needs. Every other package is a file of its own, read when it is imported. */
const IN_THE_PROGRAM = ['commander', 'zod', 'undici', 'chalk'];

const common = {
  bundle: true,
  // One script of the older kind: Node starts it sooner, and V8 can keep what it made of it (bin/engine.js).
  format: 'cjs',
  platform: 'node',
  target: 'node20.18',
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  // What is imported at run time is read at run time, by the same `require` as everything else.
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
};

await rm('dist', { recursive: true, force: true });
/** Specifiers of the others, and the names of their files. */
const apart = new Map();
const program = await build({
  ...common,
  stdin: {
    contents: `export { main } from './src/main.ts';\nexport { nodeRuntime } from './src/runtime-node.ts';`,
    resolveDir: '.',
  },
  outfile: 'dist/main.cjs',
  define: buildConstants,
  plugins: [packagesApart(IN_THE_PROGRAM, apart), slimUndici, builtinsAsTheyAre],
});
await build({
  ...common,
  // Where what V8 made of the program is kept has to be known before it is loaded.
  entryPoints: ['src/directories.ts'],
  outfile: 'dist/directories.cjs',
  plugins: [builtinsAsTheyAre],
});
const packages = await build({
  ...common,
  entryPoints: [...apart].map(([specifier, out]) => ({ in: specifier, out })),
  outdir: 'dist/packages',
  outExtension: { '.js': '.cjs' },
  plugins: [builtinsAsTheyAre],
});
await nameByContent('dist/main.cjs');

const metafile = {
  inputs: { ...packages.metafile.inputs, ...program.metafile.inputs },
  outputs: { ...packages.metafile.outputs, ...program.metafile.outputs },
};
// What is in which file, for whoever asks why one is large: https://esbuild.github.io/analyze/
await writeFile('dist/metafile.json', JSON.stringify(metafile));
await writeLicences([metafile, pageMetafile], 'dist/LICENSES.txt');

/** A first line that no other build has: what was made of this file is kept under this name. */
async function nameByContent(file) {
  const text = await readFile(file, 'utf8');
  await writeFile(file, `//${createHash('sha256').update(text).digest('hex').slice(0, 32)}\n${text}`);
}
