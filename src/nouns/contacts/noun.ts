/** The noun `contacts`, with its verbs. */
import type { Noun } from '../../define/tree.ts';

export const contacts: Noun = {
  name: 'contacts',
  aliases: ['contact'],
  summary: 'Contacts: fields, mailing lists, suppression',
  verbs: [
    {
      name: 'show',
      summary: 'Show a contact with its lists and its suppression',
      load: async () => (await import('./records.ts')).showCommand,
    },
    {
      name: 'create',
      summary: 'Create a contact',
      load: async () => (await import('./records.ts')).createCommand,
    },
    {
      name: 'update',
      summary: 'Change properties and mailing lists of a contact',
      load: async () => (await import('./update.ts')).updateCommand,
    },
    {
      name: 'delete',
      summary: 'Delete a contact',
      load: async () => (await import('./records.ts')).deleteCommand,
    },
  ],
};
