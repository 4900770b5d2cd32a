/** A small account for the tests of the store: a title and a list of notes. */
import { section } from '../../src/sandbox/account.ts';
import { type FileStoreOptions, fileStore } from '../../src/sandbox/store.ts';

export const title = section(
  'title',
  () => 'Untitled',
  (saved) => typeof saved === 'string',
);
export const notes = section<string[]>('notes', (now) => [`seeded at ${now}`]);

export const optionsFor = (path: string, now = 0): FileStoreOptions => ({
  path,
  sections: [title, notes],
  now: () => now,
});

export const openStore = (path: string, now = 0) => fileStore(optionsFor(path, now));
