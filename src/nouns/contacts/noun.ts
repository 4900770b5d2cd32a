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
    {
      name: 'import',
      summary: 'Create and update the contacts of a file',
      load: async () => (await import('./import/command.ts')).importCommand,
    },
    {
      name: 'export',
      summary: 'Export all data of a person',
      load: async () => (await import('./export.ts')).exportCommand,
    },
    {
      name: 'erase',
      summary: 'Delete all data of a person, with a backup, a check and a receipt',
      load: async () => (await import('./erase.ts')).eraseCommand,
    },
    {
      name: 'suppression',
      summary: 'Addresses that receive nothing after a bounce or a complaint',
      verbs: [
        {
          name: 'show',
          summary: 'Show whether contacts are suppressed, and how many removals are left',
          load: async () => (await import('./suppression.ts')).showCommand,
        },
        {
          name: 'remove',
          summary: 'Remove the suppression of contacts',
          load: async () => (await import('./suppression.ts')).removeCommand,
        },
      ],
    },
  ],
};
