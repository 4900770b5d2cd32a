/** `workflow node add`: inserts a node, or adds a path to a branch or an experiment. */
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import { Failure, usage } from '../../../errors.ts';
import { idOf } from '../../ids.ts';
import { CREATED_PATHS, type GraphEdit, parentsIn } from '../edit/edits.ts';
import { readGraph } from '../graph.ts';
import { NODE_REFERENCES } from '../operations.ts';
import { addBranch, CREATABLE, type Creatable, createNode, updateNode } from '../write-operations.ts';
import { type ChangedNodes, callsFor, changed, changedView, editOnce, ChangedNodes as Result } from './change.ts';
import { findNode, type Opened, openGraph } from './find.ts';
import { hasSettings, payloadOf, SETTINGS_CALLS, settingsInput } from './settings.ts';

/** The types by the words of `--type`. */
const TYPES = {
  wait: 'TimerAction',
  email: 'SendEmailAction',
  filter: 'AudienceFilter',
  branch: 'BranchNode',
  experiment: 'ExperimentBranchNode',
  variant: 'VariantNode',
} as const satisfies Record<string, Creatable>;

const place = (description: string) => z.string().min(1).optional().describe(description).meta({ placeholder: 'node' });

const input = z.object({
  id: idOf('workflow'),
  type: z
    .enum([...(Object.keys(TYPES) as (keyof typeof TYPES)[]), ...CREATABLE])
    .optional()
    .describe('type of the new node: wait, email, filter, branch, experiment or variant')
    .meta({ placeholder: 'type' }),
  after: place('insert it after this node'),
  before: place('insert it before this node'),
  from: place('insert it between this node and --to'),
  to: place('with --from: insert it before this node'),
  pathOf: place('add a path to this branch or experiment'),
  ...settingsInput,
});
type Input = z.output<typeof input>;

const typeOf = (type: NonNullable<Input['type']>): Creatable =>
  Object.hasOwn(TYPES, type) ? TYPES[type as keyof typeof TYPES] : (type as Creatable);

type Addition = Extract<GraphEdit, { action: 'insert' | 'add-path' }>;

const PLACES = 'Use one of --after, --before, --from with --to, or --path-of.';

/** The edit for the flags. Throws a `usage` failure where they do not name one place. */
function editFor(opened: Opened, { type, after, before, from, to, pathOf }: Input): Addition {
  const { draft } = opened;
  const given = [after, before, from ?? to, pathOf].filter((value) => value !== undefined);
  if (given.length !== 1 || (from === undefined) !== (to === undefined)) throw usage('Where does the node go?', PLACES);
  if (pathOf !== undefined) {
    const branch = findNode(opened, pathOf);
    if (!Object.hasOwn(CREATED_PATHS, branch.typeName))
      throw usage('Only branches and experiments have paths.', PLACES);
    if (type !== undefined) throw usage("--type can't be combined with --path-of.", 'Omit --type.');
    return { action: 'add-path', nodeId: branch.id, creates: ['new-1'] };
  }
  if (type === undefined) throw usage('Missing required flag --type.', `Types: ${Object.keys(TYPES).join(', ')}.`);
  const typeName = typeOf(type);
  const creates = Array.from({ length: 1 + (CREATED_PATHS[typeName]?.count ?? 0) }, (_, index) => `new-${index + 1}`);
  const insert = (start: string, end: string): Addition => ({
    action: 'insert',
    typeName,
    from: start,
    to: end,
    creates,
  });
  if (from !== undefined && to !== undefined) return insert(findNode(opened, from).id, findNode(opened, to).id);
  const node = findNode(opened, after ?? before ?? '');
  const others = after === undefined ? parentsIn(draft, node.id).map(({ id }) => id) : node.next;
  const [other] = others;
  if (other === undefined || others.length > 1) {
    const what = after === undefined ? 'previous' : 'next';
    throw usage(`The node has ${others.length} ${what} nodes.`, 'Name both neighbors with --from and --to.');
  }
  return after === undefined ? insert(other, node.id) : insert(node.id, other);
}

async function add(context: Context, input: Input): Promise<ChangedNodes> {
  const opened = await openGraph(context, input.id);
  const edit = editFor(opened, input);
  const typeName = edit.action === 'insert' ? edit.typeName : pathType(opened, edit.nodeId);
  // Wrong settings end it before anything is sent.
  const payload = hasSettings(input) ? await payloadOf(typeName, input, context) : undefined;
  const performed = await editOnce(context, opened, edit);
  if (performed.type === 'queued') return changed([], performed);
  const [nodeId] = performed.ids;
  if (payload === undefined || nodeId === undefined)
    return done(context, changed(performed.ids.slice(0, 1), performed));
  const graph = readGraph(performed.workflow);
  const revision = performed.workflow.workflowRevisionId ?? null;
  const next = {
    workflow: performed.workflow,
    revision,
    graph,
    draft: { rootId: graph.rootId ?? '', nodes: graph.nodes },
    names: opened.names,
  };
  try {
    return done(context, changed([nodeId], await editOnce(context, next, { action: 'update', nodeId, payload })));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const set = `Set it up with \`loopsctl workflow node set ${input.id} ${nodeId}\`.`;
    throw new Failure(error.code, `The node ${nodeId} was created, but not set up: ${error.message}`, {
      hint: set,
      status: error.status,
      request: error.request,
      cause: error,
    });
  }
}

function done(context: Context, result: ChangedNodes): ChangedNodes {
  context.note('Added the node.');
  return result;
}

const pathType = ({ graph }: Opened, nodeId: string): string =>
  CREATED_PATHS[graph.nodes.get(nodeId)?.typeName ?? '']?.typeName ?? '';

export const addCommand = command({
  notes:
    'Nodes are named by ID or by their words in `workflow show` (segments and lists by ID). A branch is created with two paths, and an experiment with two variants and a control; an email with an empty message. Triggers and exits cannot be created: `workflow node set` changes the trigger.',
  input,
  positionals: ['id'],
  output: Result,
  calls: [...callsFor(createNode, addBranch, updateNode), ...SETTINGS_CALLS],
  examples: [
    {
      does: 'A wait of two days before the exit',
      line: 'workflow node add ceh8e7mybcn6718b1frqy868r --type wait --wait 2d --before Exit',
    },
    {
      does: 'An email after the trigger',
      line: 'workflow node add ceh8e7mybcn6718b1frqy868r --type email --after BlankTrigger',
    },
  ],
  run: add,
  shows: NODE_REFERENCES,
  view: changedView,
});
