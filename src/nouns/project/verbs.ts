/** The commands for the account as files. */
import type { Verb } from '../../define/tree.ts';

const FILES = 'The account as files: pull them, compare, and push changes';
const KEYS = 'Link the files of a key to a record, and print IDs by key';

export const project: readonly Verb[] = [
  {
    name: 'pull',
    listedAs: FILES,
    summary: 'Write the account to files, or update them',
    load: async () => (await import('./pull.ts')).pullCommand,
  },
  {
    name: 'plan',
    listedAs: FILES,
    summary: 'Show what a push of the files would change',
    load: async () => (await import('./plan.ts')).planCommand,
  },
  {
    name: 'push',
    listedAs: FILES,
    summary: 'Bring the account to the content of the files',
    load: async () => (await import('./push.ts')).pushCommand,
  },
  {
    name: 'adopt',
    listedAs: KEYS,
    summary: 'Link the files of a key to an existing record',
    load: async () => (await import('./adopt.ts')).adoptCommand,
  },
  {
    name: 'ids',
    listedAs: KEYS,
    summary: 'Print the IDs of an environment by key',
    local: true,
    load: async () => (await import('./ids.ts')).idsCommand,
  },
];
