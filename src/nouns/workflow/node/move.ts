/** `workflow node move`: connects a node to another one. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { usage } from '../../../errors.ts';
import { idOf } from '../../ids.ts';
import { NODE_REFERENCES } from '../operations.ts';
import { rerouteNode } from '../write-operations.ts';
import { ChangedNodes, callsFor, changed, changedView, editOnce } from './change.ts';
import { findNode, openGraph } from './find.ts';

export const moveCommand = command({
  notes:
    'The node must have exactly one next node, which must keep another previous node: the API rejects anything else. To reorder nodes, change a saved workflow and use `workflow push`.',
  input: z.object({
    id: idOf('workflow'),
    node: z.string().min(1).describe('ID of the node, or its words'),
    to: z.string().min(1).describe('the node that follows it from now on').meta({ placeholder: 'node' }),
  }),
  positionals: ['id', 'node'],
  output: ChangedNodes,
  calls: callsFor(rerouteNode),
  examples: [
    {
      does: 'Skip the rest for one path',
      line: 'workflow node move cxxh0pcq2pvs8yvth7rfghq6e "A month on us" --to Exit --dry-run',
    },
  ],
  run: async (context, { id, node, to }) => {
    const opened = await openGraph(context, id);
    const [from, target] = [findNode(opened, node), findNode(opened, to)];
    const [before, ...others] = from.next;
    if (before === undefined || others.length > 0) {
      throw usage(
        `The node has ${from.next.length} next nodes.`,
        'Only a node with exactly one can be connected to another.',
      );
    }
    const edit = { action: 'reroute' as const, nodeId: from.id, from: before, to: target.id };
    const performed = await editOnce(context, opened, edit);
    context.note('Connected the node.');
    return changed([from.id], performed);
  },
  shows: NODE_REFERENCES,
  view: changedView,
});
