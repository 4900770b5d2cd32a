/** Where the files of each record are, and which records a directory has. */
import type { Directory } from '../runtime/directory.ts';
import type { Kind, Layout } from './kinds/kind.ts';

export interface Paths {
  readonly json?: string;
  readonly lmx?: string;
  /** The file is the content. */
  readonly image?: string;
}

const hasLmx = ({ fields }: Kind): boolean => Object.values(fields).some(({ isLmx }) => isLmx === true);

export function pathsOf(kind: Kind, key: string): Paths {
  const { layout } = kind;
  const both = (stem: string): Paths => ({ json: `${stem}.json`, ...(hasLmx(kind) ? { lmx: `${stem}.lmx` } : {}) });
  switch (layout.type) {
    case 'files':
    case 'parts':
      return both(`${layout.directory}/${key}`);
    case 'directories':
      return both(`${layout.directory}/${key}/${layout.name}`);
    case 'entries':
      return { json: layout.file };
    case 'images':
      return { image: `${layout.directory}/${key}` };
  }
}

/** The path that names a record in messages. */
export const mainPath = (kind: Kind, key: string): string => {
  const { json, lmx, image } = pathsOf(kind, key);
  const path = lmx ?? json ?? image ?? '';
  return kind.layout.type === 'entries' ? `${path} (${kind.layout.section}.${key})` : path;
};

const stemOf = (name: string): string | undefined => /^(.+)\.(json|lmx)$/.exec(name)?.[1];

/** The keys of a kind whose records have files of their own, in the order of their names. */
export async function keysIn(directory: Directory, layout: Exclude<Layout, { type: 'entries' }>) {
  const entries = await directory.entries(layout.directory);
  if (layout.type === 'parts') {
    const found: string[] = [];
    for (const { name } of entries.filter(({ isDirectory }) => isDirectory)) {
      for (const part of await directory.entries(`${layout.directory}/${name}`)) {
        const stem = part.isDirectory ? undefined : stemOf(part.name);
        if (stem !== undefined) found.push(`${name}/${stem}`);
      }
    }
    return [...new Set(found)];
  }
  const names = entries.flatMap(({ name, isDirectory }) => {
    if (layout.type === 'directories') return isDirectory ? [name] : [];
    if (isDirectory) return [];
    return layout.type === 'images' ? [name] : (stemOf(name) ?? []);
  });
  return [...new Set(names)];
}
