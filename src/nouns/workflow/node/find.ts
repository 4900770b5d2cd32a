/** Finds the node that a person names: by its ID, or by its words in `workflow show`. */
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import type { RecordNames } from '../../../define/names.ts';
import { Failure, usage } from '../../../errors.ts';
import { formatList } from '../../../text/list.ts';
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
  /** Of the records that the words of nodes mention. */
  readonly names: RecordNames;
}

export async function openGraph(context: Context, id: string): Promise<Opened> {
  const workflow = await context.call(getWorkflow, { id });
  if (!isRecord(workflow)) throw new Failure('unexpected_response', `Workflow ${id} could not be read.`);
  const graph = requireGraph(`Workflow ${id}`, workflow);
  const draft = { rootId: graph.rootId ?? '', nodes: graph.nodes };
  return { workflow, revision: revisionOf(workflow), graph, draft, names: await context.names() };
}

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** The words that name a node: its sentence, with names or with IDs, and its type. */
const wordsOf = (node: GraphNode, names: RecordNames): readonly string[] =>
  [sentenceOf(node, names), sentenceOf(node), node.typeName].map(folded);

const MOST_LISTED = 5;

/**
 * An ID counts before words, and words that are the whole sentence before those that are a part of it. Throws `usage` where
 * several nodes have the words, and `not_found` where none has.
 */
export function findNode({ graph: { nodes }, names }: Opened, typed: string): GraphNode {
  const byId = nodes.get(typed.replace(/^id:/, ''));
  if (byId !== undefined) return byId;
  const words = folded(typed.replace(/^name:/, ''));
  const all = [...nodes.values()];
  const whole = all.filter((node) => wordsOf(node, names).includes(words));
  const found =
    whole.length > 0
      ? whole
      : all.filter(
          (node) =>
            words !== '' &&
            wordsOf(node, names)
              .slice(0, 2)
              .some((one) => one.includes(words)),
        );
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  if (first === undefined) {
    throw new Failure('not_found', `No node is ${JSON.stringify(typed)}.`, {
      hint: 'Name it by its ID or by its words in `loopsctl workflow show <id>`.',
    });
  }
  const listed = found.map((node) => `${node.id} (${sentenceOf(node, names)})`);
  throw usage(
    `${found.length} nodes match ${JSON.stringify(typed)}.`,
    `Use one of the IDs: ${formatList(listed, { most: MOST_LISTED })}.`,
  );
}
