/** Files that are only read, except in the program's own directory, where journals are. */
import { isAbsolute, relative } from 'node:path';
import { usage } from '../errors.ts';
import { type Files, openFiles } from './files.ts';
import type { Runtime } from './runtime.ts';

/** The files of a run. */
export const filesOf = (runtime: Runtime): Files =>
  runtime.canWriteFiles === false ? readOnlyFiles(openFiles(runtime), runtime.directories.data) : openFiles(runtime);

function readOnlyFiles(files: Files, own: string): Files {
  const writable = async (path: string): Promise<void> => {
    const below = relative(own, path);
    if (isAbsolute(path) && !below.startsWith('..') && !isAbsolute(below)) return;
    throw usage(`${path} can't be written here.`, 'Run the command in a terminal to write a file.');
  };
  return {
    ...files,
    replace: (path, content) => writable(path).then(() => files.replace(path, content)),
    replacePrivate: (path, content) => writable(path).then(() => files.replacePrivate(path, content)),
    append: (path) => writable(path).then(() => files.append(path)),
    makeDirectory: (path) => writable(path).then(() => files.makeDirectory(path)),
    remove: (path) => writable(path).then(() => files.remove(path)),
  };
}
