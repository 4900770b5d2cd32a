/** Plans between generated workflows: every edit is one that the API accepts, and the last one leaves the goal. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_NAMES } from '../../../../src/define/names.ts';
import { compareWorkflows } from '../../../../src/nouns/workflow/diff/compare.ts';
import { applied, type Draft, type GraphEdit, parentsIn, reaches } from '../../../../src/nouns/workflow/edit/edits.ts';
import { planWorkflow, startPlan } from '../../../../src/nouns/workflow/edit/plan.ts';
import type { Workflow } from '../../../../src/nouns/workflow/operations.ts';
import { type BuiltWorkflow, builtWorkflows } from '../../../arbitraries.ts';

/** Emails are not part of a plan. */
const withoutEmails = (nodes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(nodes).map(([id, node]) => {
      const { emailMessageId: _, subject: __, evalStrategy: ___, ...rest } = node as Record<string, unknown>;
      return [id, { ...rest, isControl: rest['isControl'] === true, appliesDownstream: null }];
    }),
  );

const asWorkflow = ({ rootId, nodes }: Draft) => ({
  rootNodeId: rootId,
  nodes: withoutEmails(
    Object.fromEntries(
      [...nodes].map(([id, { next, fields, typeName }]) => [id, { ...fields, typeName, nextNodeIds: next }]),
    ),
  ),
});

/** Why the API would refuse an edit. */
function refusalOf(draft: Draft, edit: GraphEdit): string | undefined {
  const nodeOf = (id: string) => draft.nodes.get(id);
  switch (edit.action) {
    case 'insert':
      return nodeOf(edit.from)?.next.includes(edit.to) ? undefined : 'not adjacent';
    case 'reroute': {
      const next = nodeOf(edit.nodeId)?.next ?? [];
      if (next.length !== 1 || next[0] !== edit.from) return 'not one connection';
      if (reaches(draft, edit.to, edit.nodeId)) return 'a cycle';
      return parentsIn(draft, edit.from).some(({ id }) => id !== edit.nodeId) ? undefined : 'an orphan';
    }
    case 'remove':
      return edit.recursive || nodeOf(edit.nodeId)?.next.length === 1 ? undefined : 'several connections';
    default:
      return nodeOf(edit.nodeId) === undefined ? 'no node' : undefined;
  }
}

const sides = ([from, to]: readonly [BuiltWorkflow, BuiltWorkflow]) => ({
  source: 'saved.json',
  saved: to,
  live: from as unknown as Workflow,
});

test('a plan leads from any workflow to any other', () => {
  fc.assert(
    fc.property(
      builtWorkflows((key) => key),
      (pair) => {
        const { planner } = startPlan(sides(pair));
        const emails = new Set(
          [...planner.pairs]
            .filter(([id]) => planner.goal.nodes.get(id)?.typeName === 'SendEmailAction')
            .map(([, live]) => live),
        );
        for (let count = 0, edit = planner.next(); edit !== undefined; edit = planner.next(), count++) {
          expect(count).toBeLessThan(500);
          expect(refusalOf(planner.draft, edit)).toBeUndefined();
          if (edit.action === 'remove') expect(edit.nodeIds.filter((id) => emails.has(id))).toEqual([]);
          const expected = applied(planner.draft, edit);
          planner.done(edit);
          expect(planner.draft).toEqual(expected);
        }
        const [, goal] = pair;
        const diff = compareWorkflows(
          { source: 'a', workflow: asWorkflow(planner.draft) },
          { source: 'b', workflow: { rootNodeId: goal.rootNodeId, nodes: withoutEmails(goal.nodes) } },
        );
        expect({ ...diff, from: 0, to: 0 }).toEqual({
          same: true,
          from: 0,
          to: 0,
          workflow: [],
          nodes: { added: [], removed: [], changed: [] },
          connections: { added: [], removed: [], reordered: [] },
        });
      },
    ),
    { numRuns: 300 },
  );
});

test('a workflow that is the same needs no edits', () => {
  fc.assert(
    fc.property(
      builtWorkflows((key) => key),
      ([workflow]) => {
        expect(planWorkflow(sides([workflow, structuredClone(workflow)]), NO_NAMES).edits).toEqual([]);
      },
    ),
  );
});
