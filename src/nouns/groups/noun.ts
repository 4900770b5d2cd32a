/** The commands for groups. */
import type { Noun } from '../../define/tree.ts';

export const groups: Noun = {
  name: 'groups',
  aliases: ['group'],
  summary: 'Groups of transactional emails and of campaigns',
  verbs: [
    { name: 'list', summary: 'List groups', load: async () => (await import('./records.ts')).listCommand },
    {
      name: 'show',
      summary: 'Show a group and what is in it',
      load: async () => (await import('./show.ts')).showCommand,
    },
    { name: 'create', summary: 'Create a group', load: async () => (await import('./records.ts')).createCommand },
    {
      name: 'update',
      summary: 'Rename a group or change its description',
      load: async () => (await import('./records.ts')).updateCommand,
    },
  ],
};
