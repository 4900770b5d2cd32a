// Bundles src/ into dist/: one entry, and a chunk for what only some commands load.
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildConstants } from './constants.js';

/** Commander loads this for subcommands that are programs of their own; ours are not. */
const lazyChildProcess = {
  name: 'lazy-child-process',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.includes('commander') ? { path, namespace: 'lazy' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'lazy' }, () => ({
      contents: "exports.spawn = (...words) => process.getBuiltinModule('node:child_process').spawn(...words);",
      loader: 'js',
    }));
  },
};

/** Modules of undici that no request of ours uses: HTTP/2, and the parser for processors without SIMD. */
const UNUSED = /^node:http2$|llhttp-wasm\.js$/;

const slimUndici = {
  name: 'slim-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: fileURLToPath(new URL('undici-core.cjs', import.meta.url)) }));
    onResolve({ filter: UNUSED }, ({ path, importer }) =>
      importer.includes('undici') ? { path, namespace: 'unused' } : undefined,
    );
    // undici is prepared for both to be missing.
    onLoad({ filter: /./, namespace: 'unused' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is not part of this program`)});`,
      loader: 'js',
    }));
  },
};

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
  define: buildConstants,
  plugins: [slimUndici, lazyChildProcess],
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
// What is in which chunk, for whoever asks why one is large: https://esbuild.github.io/analyze/
await writeFile('dist/metafile.json', JSON.stringify(metafile));
