// Changes files while npm creates the tarball: the published manifest lists no dependencies, because they are bundled, and links in
// the documents are absolute, because docs/ is not in the package.
//   strip: before packing; saves the original of each file in .kept/.   restore: after packing.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withAbsoluteLinks } from './release/links.js';

const fileOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

function publishedManifest(text) {
  const { dependencies, devDependencies, scripts, ...published } = JSON.parse(text);
  return `${JSON.stringify(published, null, 2)}\n`;
}

const manifest = 'package.json';
const CHANGES = {
  'README.md': withAbsoluteLinks,
  'CHANGELOG.md': withAbsoluteLinks,
  [manifest]: publishedManifest,
};

const original = (name) => fileOf(`.kept/${name}`);

// An interrupted run left the originals.
for (const name of Object.keys(CHANGES)) {
  if (existsSync(original(name))) await rename(original(name), fileOf(name));
}
if (process.argv[2] === 'strip') {
  const { version, repository } = JSON.parse(await readFile(fileOf(manifest), 'utf8'));
  await mkdir(fileOf('.kept'), { recursive: true });
  for (const [name, change] of Object.entries(CHANGES)) {
    const text = await readFile(fileOf(name), 'utf8');
    const changed = change(text, { version, repository: repository.url });
    await writeFile(original(name), text);
    // Renamed, because other programs read the manifest in the meantime, and must not find half of it.
    await writeFile(original(`${name}.new`), changed);
    await rename(original(`${name}.new`), fileOf(name));
  }
}
