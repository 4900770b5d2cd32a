/** Workflows: the graphs that send emails by themselves. */
import * as z from 'zod';
import { type AnyCommand, command, fromList } from '../../define/command.ts';
import { diffCommand } from './diff/command.ts';
import { lintCommand, rulesCommand } from './lint/command.ts';
import { nodeColumns } from './node-details.ts';
import { getWorkflow, getWorkflowNode, listWorkflows, Workflow, WorkflowNode } from './operations.ts';
import { pathsCommand } from './paths/command.ts';
import { drawWorkflow } from './tree.ts';

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
  command({
    name: 'show',
    summary: 'Draw a workflow, or tell everything about one of its nodes',
    notes:
      'Every node is drawn once: ↪ marks a way that joins another, ↺ a way that goes round, ✗ a connection that leads nowhere.',
    input: z.object({
      id: z.string().describe('ID of the workflow'),
      node: z.string().optional().describe('show this node instead of the whole').meta({ placeholder: 'nodeId' }),
    }),
    positionals: ['id'],
    output: (input) => (input.node === undefined ? Workflow : WorkflowNode),
    examples: [
      { does: 'The graph', line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv' },
      {
        does: 'One node with all of its settings',
        line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --node cf9p4zypzbkr7lj3birec44to',
      },
      { does: 'The graph as the service describes it', line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --json' },
    ],
    run: (context, input): Promise<Workflow | WorkflowNode> =>
      input.node === undefined
        ? context.call(getWorkflow, { id: input.id })
        : context.call(getWorkflowNode, { id: input.id, nodeId: input.node }),
    view: (input) =>
      input.node === undefined ? { kind: 'drawing', draw: drawWorkflow } : { kind: 'details', columns: nodeColumns },
  }),
  pathsCommand,
  lintCommand,
  rulesCommand,
  diffCommand,
];
