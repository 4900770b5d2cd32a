/** The noun `events`, with its verbs. */
import type { Noun } from '../../define/tree.ts';

export const events: Noun = {
  name: 'events',
  aliases: ['event'],
  summary: 'Events: send, list, find what they start, check',
  verbs: [
    { name: 'list', summary: 'List events', load: async () => (await import('./records.ts')).listCommand },
    {
      name: 'show',
      summary: 'Show an event and its properties',
      load: async () => (await import('./records.ts')).showCommand,
    },
    {
      name: 'send',
      summary: 'Send an event for a contact',
      load: async () => (await import('./send.ts')).sendCommand,
    },
    {
      name: 'listeners',
      summary: 'List the workflows that start from an event',
      load: async () => (await import('./listeners.ts')).listenersCommand,
    },
    {
      name: 'check',
      summary: 'Compare a file of declared events with the account',
      load: async () => (await import('./check.ts')).checkCommand,
    },
  ],
};
