// Bundles src/ into dist/: one entry, and a chunk for what only some commands load.
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';
import { buildConstants } from './constants.js';

await rm('dist', { recursive: true, force: true });
await build({
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
  define: buildConstants,
  // Packages in the older module format use names that a module has to make for itself.
  banner: {
    js: [
      "import{createRequire as __createRequire}from'node:module'",
      "import{fileURLToPath as __toPath}from'node:url'",
      'const require=__createRequire(import.meta.url)',
      'const __filename=__toPath(import.meta.url)',
      "const __dirname=__toPath(new URL('.',import.meta.url))",
      '',
    ].join(';'),
  },
  logLevel: 'warning',
});
