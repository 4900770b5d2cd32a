/** `workflow list`. */
import { collectionCommand } from '../../../define/command.ts';
import { listWorkflows } from '../operations.ts';

export const listCommand = collectionCommand(listWorkflows, {
  examples: [
    { does: 'All workflows, newest first', line: 'workflow list' },
    { does: 'Workflows with a word in their name', line: 'workflow list --search trial' },
  ],
  columns: [
    { heading: 'NAME', path: 'name' },
    { heading: 'CREATED', path: 'createdAt', kind: 'time', minor: true },
    { heading: 'UPDATED', path: 'updatedAt', kind: 'time', minor: true },
    { heading: 'ID', path: 'id', kind: 'id' },
  ],
  empty: 'No workflows.',
});
