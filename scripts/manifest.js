// What is published has everything inside: while a tarball is made, the manifest lists nothing to install or to build.
//   strip: before packing; keeps the manifest as it was beside it.   restore: afterwards.
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';

const MANIFEST = new URL('../package.json', import.meta.url);
const KEPT = new URL('../package.json.kept', import.meta.url);

if (process.argv[2] === 'strip') {
  // A run that was broken off has left the true one.
  if (existsSync(KEPT)) await rename(KEPT, MANIFEST);
  const text = await readFile(MANIFEST, 'utf8');
  const { dependencies, devDependencies, scripts, ...published } = JSON.parse(text);
  await writeFile(KEPT, text);
  await writeFile(MANIFEST, `${JSON.stringify(published, null, 2)}\n`);
} else if (existsSync(KEPT)) {
  await rename(KEPT, MANIFEST);
}
