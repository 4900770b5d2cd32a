// Bundles src/ into dist/: one entry, and a chunk for what only some commands load.
import { rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { builtinsAsTheyAre, slimUndici } from './bundle-plugins.js';
import { buildConstants } from './constants.js';
import { writeLicences } from './licences.js';
import { pageMetafile } from './page.js';

await rm('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['src/main.ts', 'src/runtime-node.ts'],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: false,
  metafile: true,
  // A package in the older module format asks for its own name.
  define: { ...buildConstants, __filename: 'import.meta.filename' },
  plugins: [slimUndici, builtinsAsTheyAre],
  logLevel: 'warning',
});
// What is in which chunk, for whoever asks why one is large: https://esbuild.github.io/analyze/
await writeFile('dist/metafile.json', JSON.stringify(metafile));
await writeLicences([metafile, pageMetafile], 'dist/LICENSES.txt');
