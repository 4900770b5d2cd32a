/** Nodes of files and of the account, without a lock that says which are the same. */
import { expect, test } from 'vitest';
import { readGraph } from '../../../src/nouns/workflow/graph.ts';
import { type FileNodes, matchingNodes } from '../../../src/project/kinds/workflow-nodes.ts';

const LOCAL: FileNodes = {
  trigger: { type: 'SignupTrigger', next: 'fork' },
  fork: { type: 'BranchNode', next: ['enterprise', 'everybody'] },
  enterprise: {
    type: 'AudienceFilter',
    filter: { match: 'all', conditions: [{ type: 'property', key: 'plan', operator: 'equals', value: 'enterprise' }] },
    next: 'call',
  },
  everybody: { type: 'AudienceFilter', next: 'notice' },
  call: { type: 'SendEmailAction', next: 'exit' },
  notice: { type: 'SendEmailAction', next: 'exit' },
  exit: { type: 'ExitAction' },
};

/** A workflow as the API returns it: without the settings of its nodes. */
const inAccount = () => ({
  rootNodeId: 'id-trigger',
  nodes: Object.fromEntries(
    Object.entries(LOCAL).map(([key, { type, next = [] }]) => [
      `id-${key}`,
      { typeName: type, nextNodeIds: [next].flat().map((to) => `id-${to}`) },
    ]),
  ),
});

test('paths that look alike are paired in order, with the emails behind them', () => {
  const pairs = matchingNodes(LOCAL, readGraph(inAccount()));
  expect(Object.fromEntries(pairs)).toEqual(Object.fromEntries(Object.keys(LOCAL).map((key) => [key, `id-${key}`])));
});
