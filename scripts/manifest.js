// The published package bundles its dependencies, so its manifest must not list any while npm creates the tarball.
//   strip: before packing; saves the original manifest next to it.   restore: after packing.
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';

const MANIFEST = new URL('../package.json', import.meta.url);
const KEPT = new URL('../package.json.kept', import.meta.url);

if (process.argv[2] === 'strip') {
  // An interrupted run left the original manifest.
  if (existsSync(KEPT)) await rename(KEPT, MANIFEST);
  const text = await readFile(MANIFEST, 'utf8');
  const { dependencies, devDependencies, scripts, ...published } = JSON.parse(text);
  await writeFile(KEPT, text);
  await writeFile(MANIFEST, `${JSON.stringify(published, null, 2)}\n`);
} else if (existsSync(KEPT)) {
  await rename(KEPT, MANIFEST);
}
