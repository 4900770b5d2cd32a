/** Rules about how nodes are connected. */
import { waysOn } from '../traversal.ts';
import { isKnown, nameOf, type Problem, problemsOf, type Rule, reachedOf } from './rule.ts';

const nodesOf = (count: number): string => `${count} node${count === 1 ? '' : 's'}`;

const TRIGGER = /Trigger$/;

/** The most nodes that a workflow of the service is meant to have. */
export const MOST_NODES = 300;

export const graphRules: readonly Rule[] = [
  {
    name: 'no-trigger',
    severity: 'error',
    why: 'A workflow that does not begin with a trigger is never started.',
    find: ({ graph: { rootId, nodes } }) => {
      if (rootId === null) return [{ nodeId: null, message: 'The workflow has no trigger.' }];
      const root = nodes.get(rootId);
      if (root === undefined) {
        return [{ nodeId: rootId, message: `The workflow begins with the node ${rootId}, which does not exist.` }];
      }
      return TRIGGER.test(root.typeName) || !isKnown(root)
        ? []
        : [{ nodeId: rootId, message: `The workflow begins with ${nameOf(root)}, which is not a trigger.` }];
    },
  },
  {
    name: 'unreachable',
    severity: 'error',
    why: 'No contact ever comes to a node to which the trigger does not lead.',
    find: ({ graph, reached }) =>
      problemsOf(
        [...graph.nodes.values()].filter(({ id }) => !reached.has(id)),
        (node) => `The trigger does not lead to ${nameOf(node)}.`,
      ),
  },
  {
    name: 'dangling-connection',
    severity: 'error',
    why: 'A contact who takes a connection to a node that does not exist is lost.',
    find: ({ graph: { nodes } }) =>
      [...nodes.values()].flatMap((node): Problem[] =>
        [...new Set(node.next)]
          .filter((id) => !nodes.has(id))
          .map((id) => ({ nodeId: node.id, message: `${nameOf(node)} leads to ${id}, which does not exist.` })),
      ),
  },
  {
    name: 'duplicate-connection',
    severity: 'warn',
    why: 'Two connections to the same node are one way, and the second was probably meant for another.',
    find: ({ graph: { nodes } }) =>
      problemsOf([...nodes.values()], (node) =>
        new Set(node.next).size < node.next.length ? `${nameOf(node)} leads to the same node twice.` : undefined,
      ),
  },
  {
    name: 'cycle',
    severity: 'error',
    why: 'A contact who goes round gets the same emails again and again.',
    find: ({ graph, cycles }) =>
      cycles.map((ids) => {
        const [first = ''] = ids;
        const node = graph.nodes.get(first);
        const rest = ids.length === 1 ? '' : `, over ${nodesOf(ids.length)}: ${ids.join(', ')}`;
        return { nodeId: first, message: `${node === undefined ? first : nameOf(node)} leads back to itself${rest}.` };
      }),
  },
  {
    name: 'no-exit',
    severity: 'warn',
    why: 'A workflow without an exit does not say where it is meant to end.',
    find: (subject) =>
      subject.reached.size > 0 && reachedOf(subject, 'ExitAction').length === 0
        ? [{ nodeId: null, message: 'No way through the workflow comes to an exit.' }]
        : [],
  },
  {
    name: 'dead-end',
    severity: 'warn',
    why: 'A way that stops without an exit may have lost what was to follow.',
    find: ({ graph, reached }) =>
      problemsOf(
        [...graph.nodes.values()].filter(({ id }) => reached.has(id)),
        (node) =>
          node.typeName !== 'ExitAction' && node.next.length === 0
            ? `Nothing follows ${nameOf(node)}, and it is not an exit.`
            : undefined,
      ),
  },
  {
    name: 'exit-leads-on',
    severity: 'warn',
    why: 'A contact who comes to an exit has left: what follows it never happens.',
    find: (subject) =>
      problemsOf(reachedOf(subject, 'ExitAction'), ({ next }) =>
        next.length > 0 ? `An exit leads on to ${nodesOf(next.length)}.` : undefined,
      ),
  },
  {
    name: 'single-way-branch',
    severity: 'warn',
    why: 'A branch with fewer than two ways out decides nothing.',
    find: (subject) =>
      problemsOf(reachedOf(subject, 'BranchNode', 'ExperimentBranchNode'), (node) => {
        const ways = waysOn(node).length;
        return ways < 2 ? `${nameOf(node)} has ${ways === 0 ? 'no way' : 'only one way'} out.` : undefined;
      }),
  },
  {
    name: 'too-many-nodes',
    severity: 'warn',
    why: `Nobody can check a workflow of more than ${MOST_NODES} nodes; several smaller ones can be.`,
    find: ({ graph: { nodes } }) =>
      nodes.size > MOST_NODES
        ? [{ nodeId: null, message: `The workflow has ${nodesOf(nodes.size)}, more than ${MOST_NODES}.` }]
        : [],
  },
];
