/** The commands for audience segments. */
import type { Noun } from '../../define/tree.ts';

export const segments: Noun = {
  name: 'segments',
  aliases: ['segment'],
  summary: 'Audience segments and their filters',
  absent: {
    update: 'The API cannot change a segment. `loopsctl segments create` makes a new one.',
    delete: 'The API cannot delete a segment. Use the Loops dashboard.',
  },
  verbs: [
    { name: 'list', summary: 'List segments', load: async () => (await import('./records.ts')).listCommand },
    {
      name: 'show',
      summary: 'Show a segment with its filter in words',
      load: async () => (await import('./show.ts')).showCommand,
    },
    {
      name: 'create',
      summary: 'Create a segment from a filter in a file',
      load: async () => (await import('./records.ts')).createCommand,
    },
    {
      name: 'diff',
      summary: 'Compare the filters of two segments',
      load: async () => (await import('./diff.ts')).diffCommand,
    },
    {
      name: 'lint',
      summary: 'Check filters for conditions that fail, contradict or miss contacts',
      load: async () => (await import('./lint/command.ts')).lintCommand,
    },
  ],
};
