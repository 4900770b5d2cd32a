/** The commands for themes. */
import type { Noun } from '../../define/tree.ts';

export const themes: Noun = {
  name: 'themes',
  aliases: ['theme'],
  summary: 'Themes and their styles',
  absent: { delete: 'The API cannot delete a theme. Use the Loops dashboard.' },
  verbs: [
    { name: 'list', summary: 'List themes', load: async () => (await import('./records.ts')).listCommand },
    {
      name: 'show',
      summary: 'Show a theme with all of its styles',
      load: async () => (await import('./show.ts')).showCommand,
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
    {
      name: 'open',
      summary: 'Show sample emails with one or two themes in the browser',
      load: async () => (await import('./open/command.ts')).openCommand,
    },
    {
      name: 'diff',
      summary: 'Compare the styles of two themes',
      load: async () => (await import('./diff.ts')).diffCommand,
    },
    {
      name: 'lint',
      summary: 'Check colors, contrast and sizes of themes',
      load: async () => (await import('./lint.ts')).lintCommand,
    },
    {
      name: 'export',
      summary: 'Print a theme as CSS, JSON, Tailwind theme or design tokens',
      load: async () => (await import('./export/command.ts')).exportCommand,
    },
  ],
};
