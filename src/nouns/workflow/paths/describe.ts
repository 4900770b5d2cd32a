/** The ways through a workflow as `workflow paths` tells them: conditions, emails and when, and how each way ends. */
import { textOf, valueAt } from '../../../define/json.ts';
import { type Graph, type GraphNode, readGraph } from '../graph.ts';
import { cyclesAmong, search, startOf } from '../traversal.ts';
import { waitOf } from '../waits.ts';
import { describeNode } from '../words.ts';
import type { Path, Paths } from './shape.ts';
import { findWays, type Range, type Way } from './ways.ts';

const sentenceOf = (node: GraphNode | undefined): string =>
  node === undefined ? '' : describeNode(node.typeName, node.fields).sentence;

/** As the last way of a branch, a filter that lets everybody in is for those who took no other. */
function conditionOf(node: GraphNode, before: GraphNode | undefined): string {
  const sentence = sentenceOf(node);
  return sentence === 'Everybody' && before?.typeName === 'BranchNode' && before.next[0] !== node.id
    ? 'Everybody else'
    : sentence;
}

const CONDITIONS = new Set(['AudienceFilter', 'VariantNode']);

function describeWay({ nodeIds, end }: Way, { nodes }: Graph): Path {
  const conditions: Path['conditions'][number][] = [];
  const emails: Path['emails'][number][] = [];
  let afterSeconds: number | null = 0;
  let before: GraphNode | undefined;
  for (const nodeId of nodeIds) {
    const node = nodes.get(nodeId);
    if (node === undefined) continue;
    const { typeName } = node;
    if (CONDITIONS.has(typeName)) {
      conditions.push({ nodeId, typeName, sentence: conditionOf(node, before), afterSeconds });
    }
    if (typeName === 'SendEmailAction') {
      const { subject } = node.fields;
      emails.push({ nodeId, subject: typeof subject === 'string' && subject !== '' ? subject : null, afterSeconds });
    }
    const wait = waitOf(node);
    afterSeconds = afterSeconds === null || wait === undefined ? null : afterSeconds + wait;
    before = node;
  }
  return {
    conditions,
    emails,
    waitSeconds: afterSeconds,
    nodeIds,
    end: { ...end, sentence: sentenceOf(nodes.get(end.nodeId)) },
  };
}

/**
 * Whether a node that stands on a way leaves open whom it lets through or how long it waits, as nodes of the short view of a
 * workflow may.
 */
export function leavesOpen(workflow: unknown): boolean {
  const graph = readGraph(workflow);
  return search(graph, startOf(graph)).order.some((id) => {
    const node = graph.nodes.get(id);
    if (node === undefined) return false;
    const { audienceFilter, audienceSegmentId } = node.fields;
    const filterOpen = audienceFilter === undefined && typeof audienceSegmentId !== 'string';
    return waitOf(node) === undefined || (node.typeName === 'AudienceFilter' && filterOpen);
  });
}

const leastAndMost = (range: Range | undefined) => (range === undefined ? null : { least: range[0], most: range[1] });

/** Takes any value, however wrong it is as a workflow. */
export function describePaths(workflow: unknown, limit: number): Paths {
  const graph = readGraph(workflow);
  const ways = findWays(graph);
  const paths = ways.first(limit).map((way) => describeWay(way, graph));
  const start = startOf(graph);
  const { closing } = search(graph, start);
  const trigger = start[0];
  const name = valueAt(workflow, 'name');
  return {
    id: textOf(valueAt(workflow, 'id')),
    name: typeof name === 'string' ? name : null,
    trigger: trigger === undefined ? null : { nodeId: trigger, sentence: sentenceOf(graph.nodes.get(trigger)) },
    count: ways.count.toString(),
    shown: paths.length,
    emails: leastAndMost(ways.emails),
    waitSeconds: leastAndMost(ways.wait),
    paths,
    cycles: cyclesAmong(graph, start).map((nodeIds) => ({
      nodeIds,
      notFollowed: closing.filter(({ from, to }) => nodeIds.includes(from) && nodeIds.includes(to)),
    })),
  };
}
