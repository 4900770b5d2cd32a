// Finds in which file of the build a source is.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export async function openBuild(dist) {
  const { outputs } = JSON.parse(await readFile(join(dist, 'metafile.json'), 'utf8'));
  /** The address of the file that has most of the sources whose path begins so. */
  function chunkOf(source) {
    const sizes = Object.entries(outputs).map(([path, { inputs }]) => ({
      path,
      size: Object.entries(inputs)
        .filter(([input]) => input.startsWith(source))
        .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
    }));
    const { path, size } = sizes.reduce((a, b) => (b.size > a.size ? b : a));
    if (size === 0) throw new Error(`nothing of ${source} is in the build`);
    return pathToFileURL(join(dist, path.replace(/^dist\//, ''))).href;
  }
  return { chunkOf };
}
