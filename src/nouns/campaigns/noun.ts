/** The commands for campaigns. */
import type { Noun } from '../../define/tree.ts';

const NO_PUBLISHING = 'The API cannot publish a campaign. `loopsctl campaigns schedule` sets when it is sent.';
const IN_DASHBOARD = 'The API cannot cancel, pause, copy or delete a campaign. Use the Loops dashboard.';

export const campaigns: Noun = {
  name: 'campaigns',
  aliases: ['campaign'],
  summary: 'Campaigns: records, drafts, scheduling, metrics',
  absent: {
    publish: NO_PUBLISHING,
    send: NO_PUBLISHING,
    cancel: IN_DASHBOARD,
    pause: IN_DASHBOARD,
    copy: IN_DASHBOARD,
    duplicate: IN_DASHBOARD,
    delete: IN_DASHBOARD,
  },
  verbs: [
    {
      name: 'list',
      summary: 'List campaigns',
      load: async () => (await import('./records.ts')).listCommand,
    },
    {
      name: 'show',
      summary: 'Show a campaign',
      load: async () => (await import('./records.ts')).showCommand,
    },
    {
      name: 'create',
      summary: 'Create a campaign as a draft',
      load: async () => (await import('./records.ts')).createCommand,
    },
    {
      name: 'update',
      summary: 'Change the name, group or audience of a campaign',
      load: async () => (await import('./records.ts')).updateCommand,
    },
    {
      name: 'draft',
      summary: 'Create or update the draft with a name, with its email',
      load: async () => (await import('./draft.ts')).draftCommand,
    },
    {
      name: 'preflight',
      summary: 'Check a campaign before it is scheduled',
      load: async () => (await import('./preflight.ts')).preflightCommand,
    },
    {
      name: 'schedule',
      summary: 'Set when a campaign is sent',
      load: async () => (await import('./schedule.ts')).scheduleCommand,
    },
    {
      name: 'metrics',
      summary: 'Show opens, clicks and bounces, and check them against thresholds',
      load: async () => (await import('./metrics.ts')).metricsCommand,
    },
    {
      name: 'history',
      summary: 'Show metrics over time, from local snapshots',
      load: async () => (await import('./metrics.ts')).historyCommand,
    },
  ],
};
