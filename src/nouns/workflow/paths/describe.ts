/** Describes the paths through a workflow: their conditions, emails, times and ends. */
import { textOf, valueAt } from '../../../define/json.ts';
import { NO_NAMES, type RecordNames } from '../../../define/names.ts';
import { waitOf } from '../durations.ts';
import {
  cyclesIn,
  entry,
  type Graph,
  type GraphNode,
  isBackEdge,
  type Part,
  readGraph,
  successors,
  traverse,
} from '../graph.ts';
import { sentenceOf } from '../node-types.ts';
import { type FoundPath, findPaths, type Range } from './enumerate.ts';
import type { Path, Paths } from './schema.ts';

const describe = (node: GraphNode | undefined, names: RecordNames): string =>
  node === undefined ? '' : sentenceOf(node, names);

const CONDITIONS = new Set(['AudienceFilter', 'VariantNode']);

function describePath({ nodeIds, end }: FoundPath, { nodes }: Graph, names: RecordNames): Path {
  const conditions: Path['conditions'] = [];
  const emails: Path['emails'] = [];
  let afterSeconds: number | null = 0;
  for (const nodeId of nodeIds) {
    const node = nodes.get(nodeId);
    if (node === undefined) continue;
    const { typeName } = node;
    if (CONDITIONS.has(typeName))
      conditions.push({ nodeId, typeName, sentence: sentenceOf(node, names), afterSeconds });
    if (typeName === 'SendEmailAction') {
      const { subject } = node.fields;
      emails.push({ nodeId, subject: typeof subject === 'string' && subject !== '' ? subject : null, afterSeconds });
    }
    const wait = waitOf(node);
    afterSeconds = afterSeconds === null || wait === undefined ? null : afterSeconds + wait;
  }
  return {
    conditions,
    emails,
    waitSeconds: afterSeconds,
    nodeIds: [...nodeIds],
    end: { ...end, sentence: describe(nodes.get(end.nodeId), names) },
  };
}

/** Whether a filter or a timer on a path lacks its settings, as the summary of a node may. */
export function lacksSettings(graph: Graph): boolean {
  return traverse(graph).reached.order.some((id) => {
    const node = graph.nodes.get(id);
    if (node === undefined) return false;
    const { audienceFilter, audienceSegmentId } = node.fields;
    const isUnknown = audienceFilter === undefined && typeof audienceSegmentId !== 'string';
    return waitOf(node) === undefined || (node.typeName === 'AudienceFilter' && isUnknown);
  });
}

const minAndMax = (range: Range | undefined) => (range === undefined ? null : { min: range[0], max: range[1] });

const backEdgesIn = (ids: readonly string[], { nodes }: Graph, part: Part) => {
  const inside = new Set(ids);
  return ids.flatMap((from) => {
    const node = nodes.get(from);
    const next = new Set(node === undefined ? [] : successors(node));
    return [...next].flatMap((to) => (inside.has(to) && isBackEdge(part, from, to) ? [{ from, to }] : []));
  });
};

/** `names` are those for people: data has IDs. */
export function describePaths(workflow: unknown, limit: number, names: RecordNames = NO_NAMES): Paths {
  const graph = readGraph(workflow);
  const traversal = traverse(graph);
  const found = findPaths(graph, traversal);
  const paths = found.first(limit).map((path) => describePath(path, graph, names));
  const trigger = entry(graph);
  const name = valueAt(workflow, 'name');
  return {
    id: textOf(valueAt(workflow, 'id')),
    name: typeof name === 'string' ? name : null,
    trigger:
      trigger === undefined
        ? null
        : { nodeId: trigger.id, typeName: trigger.typeName, sentence: sentenceOf(trigger, names) },
    count: found.count.toString(),
    shown: paths.length,
    emails: minAndMax(found.emails),
    waitSeconds: minAndMax(found.wait),
    paths,
    cycles: cyclesIn(graph, [traversal.reached]).map((ids) => ({
      nodeIds: [...ids],
      notFollowed: backEdgesIn(ids, graph, traversal.reached),
    })),
  };
}
