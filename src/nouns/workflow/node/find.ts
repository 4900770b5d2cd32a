/** Finds the node that a person names: by its ID, or by its words in `workflow show`. */
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { Failure, usage } from '../../../errors.ts';
import type { Draft } from '../edit/edits.ts';
import { revisionOf } from '../edit/write.ts';
import type { Graph, GraphNode } from '../graph.ts';
import { sentenceOf } from '../node-types.ts';
import { getWorkflow, type Workflow } from '../operations.ts';
import { requireGraph } from '../source.ts';

export interface Opened {
  readonly workflow: Workflow;
  readonly revision: string | null;
  readonly graph: Graph;
  readonly draft: Draft;
}

export async function openGraph(context: Context, id: string): Promise<Opened> {
  const workflow = await context.call(getWorkflow, { id });
  if (!isRecord(workflow)) throw new Failure('unexpected_response', `Workflow ${id} could not be read.`);
  const graph = requireGraph(`Workflow ${id}`, workflow);
  return { workflow, revision: revisionOf(workflow), graph, draft: { rootId: graph.rootId ?? '', nodes: graph.nodes } };
}

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** The words that name a node: its sentence and its type. */
const wordsOf = (node: GraphNode): readonly string[] => [sentenceOf(node), node.typeName].map(folded);

const MOST_LISTED = 5;

/**
 * An ID counts before words, and words that are the whole sentence before those that are a part of it. Throws `usage` where
 * several nodes have the words, and `not_found` where none has.
 */
export function findNode({ nodes }: Graph, typed: string): GraphNode {
  const byId = nodes.get(typed.replace(/^id:/, ''));
  if (byId !== undefined) return byId;
  const words = folded(typed.replace(/^name:/, ''));
  const all = [...nodes.values()];
  const whole = all.filter((node) => wordsOf(node).includes(words));
  const found = whole.length > 0 ? whole : all.filter((node) => words !== '' && wordsOf(node)[0]?.includes(words));
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  if (first === undefined) {
    throw new Failure('not_found', `No node is ${JSON.stringify(typed)}.`, {
      hint: 'Name it by its ID or by its words in `loopsctl workflow show <id>`.',
    });
  }
  const listed = found.slice(0, MOST_LISTED).map((node) => `${node.id} (${sentenceOf(node)})`);
  const more = found.length > MOST_LISTED ? `, and ${found.length - MOST_LISTED} more` : '';
  throw usage(
    `${found.length} nodes are ${JSON.stringify(typed)}.`,
    `Use one of the IDs: ${listed.join(', ')}${more}.`,
  );
}
