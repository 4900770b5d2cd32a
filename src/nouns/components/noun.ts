/** The commands for components. */
import type { Noun } from '../../define/tree.ts';

export const components: Noun = {
  name: 'components',
  aliases: ['component'],
  summary: 'Components: parts of email bodies that many emails share',
  absent: { delete: 'The API cannot delete a component. Use the Loops dashboard.' },
  verbs: [
    {
      name: 'list',
      summary: 'List components',
      load: async () => (await import('./records.ts')).listCommand,
    },
    {
      name: 'show',
      summary: 'Show a component, or its body as LMX',
      load: async () => (await import('./records.ts')).showCommand,
    },
    {
      name: 'create',
      summary: 'Create a component from a file',
      load: async () => (await import('./records.ts')).createCommand,
    },
    {
      name: 'update',
      summary: 'Rename a component, or change its body in every email that uses it',
      load: async () => (await import('./records.ts')).updateCommand,
    },
  ],
};
