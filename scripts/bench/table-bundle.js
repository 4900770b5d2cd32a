// Bundles the function that draws `themes list`, to measure it alone.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The function that draws `themes list`, as a separate module. */
export async function tableBundle(folder) {
  const outfile = join(folder, 'table.mjs');
  await build({
    stdin: {
      contents: `export { drawTable } from './src/output/table.ts';\nexport { measureFor } from './src/text/width.ts';\nexport { listCommand } from './src/nouns/themes/records.ts';`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return pathToFileURL(outfile).href;
}
