/** The verbs of `workflow`, in the order of help. */
import type { Noun } from '../../define/tree.ts';

const IN_DASHBOARD = 'The API cannot start, pause or stop a workflow. Use the Loops dashboard.';

export const workflow: Noun = {
  name: 'workflow',
  aliases: ['workflows'],
  summary: 'Workflows as graphs: draw, lint, compare, edit (API: alpha)',
  absent: { start: IN_DASHBOARD, pause: IN_DASHBOARD, resume: IN_DASHBOARD, stop: IN_DASHBOARD },
  verbs: [
    {
      name: 'list',
      summary: 'List workflows',
      load: async () => (await import('./list/command.ts')).listCommand,
    },
    {
      name: 'show',
      summary: 'Show a workflow as a tree, or one node in detail',
      load: async () => (await import('./show/command.ts')).showCommand,
    },
    {
      name: 'paths',
      summary: 'List all paths through a workflow with their conditions, emails and timing',
      load: async () => (await import('./paths/command.ts')).pathsCommand,
    },
    {
      name: 'lint',
      summary: 'Check workflows for mistakes',
      load: async () => (await import('./lint/command.ts')).lintCommand,
    },
    {
      name: 'diff',
      summary: 'Compare two workflows, or a saved workflow with the live one',
      load: async () => (await import('./diff/command.ts')).diffCommand,
    },
    {
      name: 'plan',
      summary: 'List the edits that would make a workflow match a saved one',
      load: async () => (await import('./edit/plan-command.ts')).planCommand,
    },
    {
      name: 'push',
      summary: 'Change a workflow to match a saved one',
      load: async () => (await import('./edit/push-command.ts')).pushCommand,
    },
    {
      name: 'create',
      summary: 'Create a workflow',
      load: async () => (await import('./records.ts')).createCommand,
    },
    {
      name: 'update',
      summary: 'Rename a workflow or change its description',
      load: async () => (await import('./records.ts')).updateCommand,
    },
    {
      name: 'mailing-list',
      summary: 'Change the mailing list of a workflow',
      load: async () => (await import('./records.ts')).mailingListCommand,
    },
    {
      name: 'delete',
      summary: 'Delete a workflow',
      load: async () => (await import('./records.ts')).deleteCommand,
    },
    {
      name: 'metrics',
      summary: 'Show the metrics of the emails of workflows, with thresholds',
      load: async () => (await import('./metrics.ts')).metricsCommand,
    },
    {
      name: 'history',
      summary: 'Show metrics over time, from local snapshots',
      load: async () => (await import('./metrics.ts')).historyCommand,
    },
    {
      name: 'node',
      aliases: ['nodes'],
      summary: 'The nodes of a workflow: add, set, move, remove',
      verbs: [
        {
          name: 'add',
          summary: 'Insert a node, or add a path to a branch',
          load: async () => (await import('./node/add.ts')).addCommand,
        },
        {
          name: 'set',
          summary: 'Change the settings of a node',
          load: async () => (await import('./node/set.ts')).setCommand,
        },
        {
          name: 'move',
          summary: 'Connect a node to another one',
          load: async () => (await import('./node/move.ts')).moveCommand,
        },
        {
          name: 'remove',
          summary: 'Remove a node',
          load: async () => (await import('./node/remove.ts')).removeCommand,
        },
      ],
    },
  ],
};
