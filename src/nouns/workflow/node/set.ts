/** `workflow node set`: changes the settings of a node. */
import * as z from 'zod';
import { command } from '../../../define/command.ts';
import { idOf } from '../../ids.ts';
import { NODE_REFERENCES } from '../operations.ts';
import { updateNode } from '../write-operations.ts';
import { ChangedNodes, callsFor, changed, changedView, editOnce } from './change.ts';
import { findNode, openGraph } from './find.ts';
import { payloadOf, SETTINGS_CALLS, settingsInput } from './settings.ts';

const node = z.string().min(1).describe('ID of the node, or its words');

export const setCommand = command({
  notes:
    "The node is named by its ID or by its words in `workflow show` (segments and lists by ID). The API can't set the list of a trigger that starts for new contacts of a list: choose it in the dashboard. Emails are edited through their email messages. A filter with a segment has no conditions unless both are given.",
  input: z.object({ id: idOf('workflow'), node, ...settingsInput }),
  positionals: ['id', 'node'],
  output: ChangedNodes,
  calls: [...callsFor(updateNode), ...SETTINGS_CALLS],
  examples: [
    {
      does: 'Start for new contacts',
      line: 'workflow node set ceh8e7mybcn6718b1frqy868r BlankTrigger --trigger signup',
    },
    {
      does: 'Start when a property changes',
      line: 'workflow node set cxxh0pcq2pvs8yvth7rfghq6e ContactPropertyTrigger --property plan --is equal:pro',
    },
  ],
  run: async (context, { id, node: typed, ...settings }) => {
    const opened = await openGraph(context, id);
    const { id: nodeId, typeName } = findNode(opened, typed);
    const payload = await payloadOf(typeName, settings, context);
    const performed = await editOnce(context, opened, { action: 'update', nodeId, payload });
    context.note('Changed the node.');
    if (payload['typeName'] === 'AddToListTrigger')
      context.note('Choose its mailing list in the dashboard: the API cannot.');
    return changed([nodeId], performed);
  },
  shows: NODE_REFERENCES,
  view: changedView,
});
