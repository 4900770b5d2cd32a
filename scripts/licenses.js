// Writes the licenses of every bundled package into one file.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** Directories of packages, from the paths of bundled files such as `node_modules/@scope/name/lib/x.js`. */
const packagesOf = (metafiles) => {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const used = outputs.flatMap(({ inputs }) => Object.keys(inputs));
  const directories = used.map((path) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)).filter(Boolean);
  return [...new Set(directories.map(([match]) => match.replace(/\/$/, '')))].sort();
};

/** Throws if a package has no license, because it must not be bundled. */
export async function writeLicenses(metafiles, file) {
  const parts = [];
  for (const directory of packagesOf(metafiles)) {
    const { name, version, license } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
    const names = (await readdir(directory)).filter((entry) => LICENSE_FILE.test(entry));
    const texts = await Promise.all(names.map((entry) => readFile(join(directory, entry), 'utf8')));
    if (texts.length === 0 && license === undefined) throw new Error(`${name} has no license`);
    parts.push(`${name} ${version} (${license ?? 'see below'})\n\n${texts.map((text) => text.trim()).join('\n\n')}`);
  }
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  await writeFile(file, `loopsctl contains code of these packages.${rule}${parts.join(rule)}\n`);
}
