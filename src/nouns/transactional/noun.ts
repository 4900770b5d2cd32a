/** The noun `transactional`, with its verbs. */
import type { Noun } from '../../define/tree.ts';

export const transactional: Noun = {
  name: 'transactional',
  summary: 'Transactional emails: records, drafts, publishing, metrics',
  verbs: [
    {
      name: 'list',
      summary: 'List transactional emails',
      load: async () => (await import('./records.ts')).listCommand,
    },
    {
      name: 'show',
      summary: 'Show a transactional email',
      load: async () => (await import('./show.ts')).showCommand,
    },
    {
      name: 'create',
      summary: 'Create a transactional email',
      load: async () => (await import('./records.ts')).createCommand,
    },
    {
      name: 'update',
      summary: 'Rename a transactional email or move it to another group',
      load: async () => (await import('./records.ts')).updateCommand,
    },
    {
      name: 'draft',
      summary: 'Create a draft if there is none',
      load: async () => (await import('./records.ts')).draftCommand,
    },
    {
      name: 'publish',
      summary: 'Publish the draft',
      load: async () => (await import('./publish.ts')).publishCommand,
    },
    {
      name: 'send',
      summary: 'Send an email to one recipient, or to each row of a file',
      load: async () => (await import('./send/command.ts')).sendCommand,
    },
    {
      name: 'vars',
      summary: 'List the data variables that a transactional email needs',
      load: async () => (await import('./vars.ts')).varsCommand,
    },
    {
      name: 'metrics',
      summary: 'Show delivery metrics, and check them against thresholds',
      load: async () => (await import('./metrics.ts')).metricsCommand,
    },
    {
      name: 'history',
      summary: 'Show metrics over time, from local snapshots',
      load: async () => (await import('./metrics.ts')).historyCommand,
    },
  ],
};
