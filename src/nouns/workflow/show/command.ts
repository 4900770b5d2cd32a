/** `workflow show`: a workflow as a tree or a picture, or one node in detail. */
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import { usage } from '../../../errors.ts';
import { isFileName } from '../../../runtime/files.ts';
import { idOf, idOrFile } from '../../ids.ts';
import { exitCodeOf, FETCH_CALLS, getWorkflowWith } from '../fetch.ts';
import { NODE_REFERENCES } from '../operations.ts';
import { DRAWING_FORMATS, pictureView } from '../pictures/formats.ts';
import { DETAILS_FLAG, FILES_AND_IDS, openSaved } from '../source.ts';
import { EMAIL_CALLS, fetchEmails } from './emails.ts';
import { getNodeInPlace } from './node.ts';
import { nodeColumns } from './node-view.ts';
import { ShownNode, ShownWorkflow } from './schema.ts';
import { drawWorkflow } from './view.ts';

interface Input {
  readonly id: string;
  readonly node?: string | undefined;
  readonly details: boolean;
  readonly metrics: boolean;
  readonly full: boolean;
}

/** Rejects with a `usage` failure for flags that need the API. */
async function showSaved(context: Context, { id, node, details, metrics, full }: Input): Promise<unknown> {
  const flag = Object.entries({ node, details, metrics, full }).find(
    ([, value]) => value !== undefined && value !== false,
  );
  if (flag === undefined) return (await openSaved(context, id)).workflow;
  throw usage(`--${flag[0]} requires a workflow ID, not a file.`, `Pass the workflow's ID, or omit --${flag[0]}.`);
}

export const showCommand = command({
  notes: `${FILES_AND_IDS} Paths of a branch are indented, and the tree continues below it where they rejoin. ↪ refers to a node shown elsewhere, ↺ to one above, ✗ to a missing node, ⊘ to a node after an exit. Waits show the time since the trigger. All metrics except SENDS are percentages of sends. Anything that can't be fetched is reported as a warning and under \`errors\`, and sets the exit code.`,
  input: z.object({
    id: idOrFile('workflow').describe('ID of the workflow, or a file'),
    node: idOf('workflow node').optional().describe('show only this node').meta({ placeholder: 'nodeId' }),
    details: z.boolean().default(false).describe(DETAILS_FLAG),
    metrics: z.boolean().default(false).describe('include email metrics (one request per email)'),
    full: z.boolean().default(false).describe('include settings, metrics and emails'),
    format: z.enum(DRAWING_FORMATS).optional().describe('drawing format (default: tree)'),
    open: z.boolean().default(false).describe('open in the browser (default format: html)'),
  }),
  positionals: ['id'],
  calls: [...FETCH_CALLS, ...EMAIL_CALLS],
  shows: NODE_REFERENCES,
  output: z.union([ShownWorkflow, ShownNode]),
  examples: [
    { does: 'The tree', line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv' },
    {
      does: 'With settings and email metrics',
      line: 'workflow show cxxh0pcq2pvs8yvth7rfghq6e --details --metrics',
    },
    {
      does: 'One node',
      line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --node cf9p4zypzbkr7lj3birec44to',
    },
    {
      does: 'An interactive page with the emails',
      line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --full --open',
    },
    { does: 'A picture', line: 'workflow show c31koryevs23p34npjl1f3a54 --format svg' },
    { does: 'Save a workflow', line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --json' },
  ],
  run: async (context, input): Promise<unknown> => {
    const { id, node, full, details, metrics } = input;
    if (isFileName(id)) return showSaved(context, input);
    return node === undefined
      ? getWorkflowWith(context, id, {
          details: details || full,
          metrics: metrics || full,
          emails: full ? (nodes) => fetchEmails(context, nodes) : undefined,
        })
      : getNodeInPlace(context, id, node, metrics || full);
  },
  verdict: exitCodeOf,
  view: (input) =>
    pictureView(input) ??
    (input.node === undefined ? { kind: 'drawing', draw: drawWorkflow } : { kind: 'details', columns: nodeColumns }),
});
