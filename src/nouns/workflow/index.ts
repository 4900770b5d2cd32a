/** Workflows: the graphs that send emails by themselves. */
import { type AnyCommand, fromList } from '../../define/command.ts';
import { diffCommand } from './diff/command.ts';
import { lintCommand, rulesCommand } from './lint/command.ts';
import { listWorkflows } from './operations.ts';
import { pathsCommand } from './paths/command.ts';
import { showCommand } from './show.ts';

export const commands: readonly AnyCommand[] = [
  fromList(listWorkflows, {
    examples: [{ does: 'All workflows, newest first', line: 'workflow list' }],
    view: {
      kind: 'table',
      columns: [
        { heading: 'ID', path: 'id', kind: 'id' },
        { heading: 'NAME', path: 'name' },
        { heading: 'CREATED', path: 'createdAt', kind: 'time', minor: true },
        { heading: 'UPDATED', path: 'updatedAt', kind: 'time' },
      ],
      empty: 'There are no workflows.',
    },
  }),
  showCommand,
  pathsCommand,
  lintCommand,
  rulesCommand,
  diffCommand,
];
