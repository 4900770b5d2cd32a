/** The commands for themes. */
import type { Noun } from '../../define/tree.ts';

export const themes: Noun = {
  name: 'themes',
  aliases: ['theme'],
  summary: 'Themes and their styles',
  verbs: [
    { name: 'list', summary: 'List themes', load: async () => (await import('./records.ts')).listCommand },
    {
      name: 'show',
      summary: 'Show a theme with all of its styles',
      load: async () => (await import('./records.ts')).showCommand,
    },
    {
      name: 'create',
      summary: 'Create a theme',
      load: async () => (await import('./write.ts')).createCommand,
    },
    {
      name: 'update',
      summary: 'Rename a theme, or change styles in every email that uses it',
      load: async () => (await import('./write.ts')).updateCommand,
    },
  ],
};
