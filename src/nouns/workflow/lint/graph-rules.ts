/** Rules about the connections between nodes. */
import { formatList } from '../../../text/list.ts';
import { formatCount } from '../../../text/number.ts';
import { entry, isExit, isReached, successors } from '../graph.ts';
import { shorten } from '../limits.ts';
import { isKnownType } from '../node-types.ts';
import { nameOf, type Rule, reachedNodes, type Verdict, verdictsOn } from './rule.ts';

const TRIGGER = /Trigger$/;

const MANY_NODES = 300;

const list = (ids: readonly string[]): string => formatList(ids.map((id) => shorten(id, 80)));

export const graphRules: readonly Rule[] = [
  {
    name: 'no-trigger',
    severity: 'error',
    why: 'A workflow that does not start with a trigger never starts.',
    fix: 'Make a trigger the first node.',
    find: ({ graph }) => {
      if (graph.rootId === null) return [{ nodeId: null, message: 'The workflow has no trigger.' }];
      const root = entry(graph);
      if (root === undefined) {
        const message = `The workflow starts with node ${shorten(graph.rootId, 80)}, which does not exist.`;
        return [{ nodeId: graph.rootId, message }];
      }
      return TRIGGER.test(root.typeName) || !isKnownType(root.typeName)
        ? []
        : [{ nodeId: root.id, message: `The workflow starts with ${nameOf(root)}, which is not a trigger.` }];
    },
  },
  {
    name: 'unreachable',
    severity: 'error',
    why: "The node can't be reached from the trigger.",
    fix: 'Connect the node, or delete it.',
    find: ({ graph, traversal }) =>
      verdictsOn(
        [...graph.nodes.values()].filter(({ id }) => !isReached(traversal, id)),
        (node) => `${nameOf(node)} can't be reached from the trigger.`,
      ),
  },
  {
    name: 'dangling-connection',
    severity: 'error',
    why: 'A connection points to a node that does not exist.',
    fix: 'Connect it to an existing node.',
    find: ({ graph: { nodes } }) =>
      [...nodes.values()].flatMap((node): Verdict[] =>
        [...new Set(node.next)]
          .filter((id) => !nodes.has(id))
          .map((id) => ({
            nodeId: node.id,
            message: `${nameOf(node)} leads to ${shorten(id, 80)}, which does not exist.`,
          })),
      ),
  },
  {
    name: 'duplicate-connection',
    severity: 'warning',
    why: 'Duplicate connections to the same node; one probably has the wrong target.',
    fix: 'Change the target of one connection, or remove it.',
    find: ({ graph: { nodes } }) =>
      verdictsOn([...nodes.values()], (node) =>
        new Set(node.next).size < node.next.length ? `${nameOf(node)} leads to the same node twice.` : undefined,
      ),
  },
  {
    name: 'cycle',
    severity: 'error',
    why: 'Contacts in a cycle receive the same emails repeatedly.',
    fix: 'Remove the connection that leads back.',
    find: ({ graph, cycles }) =>
      cycles.map((ids) => {
        const [first = ''] = ids;
        const node = graph.nodes.get(first);
        const through = ids.length === 1 ? '' : ` through ${formatCount(ids.length, 'node')}: ${list(ids)}`;
        return {
          nodeId: first,
          message: `${node === undefined ? first : nameOf(node)} leads back to itself${through}.`,
        };
      }),
  },
  {
    name: 'no-exit',
    severity: 'warning',
    why: 'A workflow without an exit does not show where it is meant to end.',
    fix: 'End each path with an exit.',
    find: (subject) =>
      reachedNodes(subject).length > 0 && reachedNodes(subject, 'ExitAction').length === 0
        ? [{ nodeId: null, message: 'No path through the workflow reaches an exit.' }]
        : [],
  },
  {
    name: 'dead-end',
    severity: 'warning',
    why: 'A path ends without an exit; a step may be missing.',
    fix: 'Add the missing step, or an exit.',
    find: (subject) =>
      verdictsOn(reachedNodes(subject), (node) =>
        !isExit(node) && node.next.length === 0 ? `Nothing follows ${nameOf(node)}, and it is not an exit.` : undefined,
      ),
  },
  {
    name: 'exit-not-last',
    severity: 'warning',
    why: 'Nodes after an exit never run.',
    fix: 'Remove the connection after the exit, or the exit.',
    find: (subject) =>
      verdictsOn(reachedNodes(subject, 'ExitAction'), ({ next }) =>
        next.length > 0 ? `An exit leads to ${formatCount(next.length, 'node')}.` : undefined,
      ),
  },
  {
    name: 'single-path-branch',
    severity: 'warning',
    why: 'A branch with fewer than two outgoing paths has no effect.',
    fix: 'Add another path, or remove the branch.',
    find: (subject) =>
      verdictsOn(reachedNodes(subject, 'BranchNode', 'ExperimentBranchNode'), (node) => {
        const paths = new Set(successors(node)).size;
        return paths < 2
          ? `${nameOf(node)} has ${paths === 0 ? 'no outgoing path' : 'only one outgoing path'}.`
          : undefined;
      }),
  },
  {
    name: 'too-many-nodes',
    severity: 'warning',
    why: `Workflows with more than ${MANY_NODES} nodes are hard to review; consider splitting.`,
    fix: 'Split it into several workflows.',
    find: ({ graph: { nodes } }) =>
      nodes.size > MANY_NODES
        ? [{ nodeId: null, message: `The workflow has ${formatCount(nodes.size, 'node')}, more than ${MANY_NODES}.` }]
        : [],
  },
];
