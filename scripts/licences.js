// Writes the licences of every package whose code is in the bundle into one file beside it.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** Names of packages by the files that went in, `node_modules/@scope/name/lib/x.js`. */
const packagesOf = (metafiles) => {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const used = outputs.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = used.map((path) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)).filter(Boolean);
  return [...new Set(folders.map(([match]) => match.replace(/\/$/, '')))].sort();
};

/** Throws for a package whose licence cannot be found: such a package must not be bundled. */
export async function writeLicences(metafiles, file) {
  const parts = [];
  for (const folder of packagesOf(metafiles)) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const names = (await readdir(folder)).filter((entry) => LICENCE_FILE.test(entry));
    const texts = await Promise.all(names.map((entry) => readFile(join(folder, entry), 'utf8')));
    if (texts.length === 0 && license === undefined) throw new Error(`${name} has no licence`);
    parts.push(`${name} ${version} (${license ?? 'see below'})\n\n${texts.map((text) => text.trim()).join('\n\n')}`);
  }
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  await writeFile(file, `loopsctl contains code of these packages.${rule}${parts.join(rule)}\n`);
}
