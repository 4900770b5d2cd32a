/** `workflow show`: the graph as a drawing, or everything about one node. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { getWorkflowWith } from './full.ts';
import { getNodeInPlace } from './node.ts';
import { nodeColumns } from './node-details.ts';
import { NodeMetrics, SimplifiedNode, Workflow, WorkflowNode } from './operations.ts';
import { exitCodeOf, PartError } from './parts.ts';
import { DRAWING_FORMATS, pictureView } from './pictures/formats.ts';
import { FILES_AND_IDS, isFileName, readSavedWorkflow } from './source.ts';
import { drawWorkflow } from './tree.ts';

const errors = z.array(PartError).optional();
const metrics = NodeMetrics.optional();

const ShownWorkflow = z.looseObject({
  ...Workflow.shape,
  nodes: z.record(z.string(), z.looseObject({ ...SimplifiedNode.shape, metrics })),
  errors,
});

const ShownNode = z.looseObject({
  ...WorkflowNode.shape,
  previousNodeIds: z.array(z.string()).optional(),
  neighbors: z.record(z.string(), SimplifiedNode).optional(),
  metrics,
  errors,
});

interface Shown {
  readonly id: string;
  readonly node?: string | undefined;
  readonly full: boolean;
  readonly metrics: boolean;
}

/** What was saved is drawn as it is. Rejects with a `usage` failure for what only the service can tell. */
function showSaved(context: Context, { id, node, full, metrics }: Shown): Promise<unknown> {
  const asked = Object.entries({ node, full, metrics }).find(([, value]) => value !== undefined && value !== false);
  if (asked === undefined) return readSavedWorkflow(context, id);
  throw usage(
    `--${asked[0]} asks the service, and ${id} is a file.`,
    'Give the ID of the workflow, or leave the flag out.',
  );
}

export const showCommand = command({
  notes: [
    FILES_AND_IDS,
    'Every node is drawn once. Where the ways of a branch come together, it goes on below them, at the branch; a way that goes on elsewhere says so: ↪ on to a node drawn elsewhere, ↺ back to one above, ✗ to one that does not exist. Timers say when they have run down, counted from the start. Of the counters, all but SENDS are shares of them; HARD and SOFT are bounces.',
    'A part that cannot be fetched is warned of, stands under `errors` in the JSON, and decides the exit code. JSON is otherwise what the service said, with `metrics` in email nodes, and for one node `previousNodeIds` and its `neighbors`.',
  ].join(' '),
  input: z.object({
    id: z.string().describe('ID of the workflow, or a file'),
    node: z.string().optional().describe('show this node instead of the whole').meta({ placeholder: 'nodeId' }),
    full: z.boolean().default(false).describe('fetch the settings of every node (a request each)'),
    metrics: z.boolean().default(false).describe('add the counters of every email (a request each)'),
    format: z.enum(DRAWING_FORMATS).optional().describe('how to draw it: as the tree unless told'),
    open: z.boolean().default(false).describe('show the picture in your browser: html unless told'),
  }),
  positionals: ['id'],
  output: z.union([ShownWorkflow, ShownNode]),
  examples: [
    { does: 'The graph', line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv' },
    {
      does: 'With all settings, and how its emails do',
      line: 'workflow show cxxh0pcq2pvs8yvth7rfghq6e --full --metrics',
    },
    {
      does: 'One node with all of its settings, and what is around it',
      line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --node cf9p4zypzbkr7lj3birec44to',
    },
    { does: 'A saved one', line: 'workflow show welcome.json' },
    { does: 'A page to move and search in, in your browser', line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --open' },
    { does: 'The same page as a file', line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --format html' },
    { does: 'A picture', line: 'workflow show c31koryevs23p34npjl1f3a54 --format svg' },
    { does: 'A diagram for Markdown', line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --format mermaid' },
    { does: 'A graph for Graphviz', line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --format dot' },
    { does: 'The graph as the service describes it', line: 'workflow show cr3d19ajwtfxqfczuxgmvwzxv --json' },
  ],
  run: async (context, input): Promise<unknown> => {
    const { id, node, full, metrics } = input;
    if (isFileName(id)) return showSaved(context, input);
    return node === undefined
      ? getWorkflowWith(context, id, { full, metrics })
      : getNodeInPlace(context, id, node, metrics);
  },
  verdict: exitCodeOf,
  view: (input) =>
    pictureView(input) ??
    (input.node === undefined ? { kind: 'drawing', draw: drawWorkflow } : { kind: 'details', columns: nodeColumns }),
});
