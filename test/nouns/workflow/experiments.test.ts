/** The comparison of variants: published values of the test, and metrics that cannot be judged. */
import { expect, test } from 'vitest';
import { readGraph } from '../../../src/nouns/workflow/graph.ts';
import { confidenceOf, experimentsIn } from '../../../src/nouns/workflow/show/experiments.ts';

test.each([
  // z = 1.96 is the two-sided 95% point, z = 2.576 the 99% point.
  [{ sends: 1000, clicks: 100 }, { sends: 1000, clicks: 100 }, 0],
  [{ sends: 10_000, clicks: 1000 }, { sends: 10_000, clicks: 1085 }, 0.9508],
  [{ sends: 200, clicks: 30 }, { sends: 200, clicks: 10 }, 0.9991],
  [{ sends: 10, clicks: 0 }, { sends: 10, clicks: 0 }, 0],
])('%j against %j', (one, other, expected) => {
  expect(confidenceOf(one, other)).toBeCloseTo(expected, 3);
});

const verdictFor = (a: unknown, b: unknown) => {
  const email = (metrics: unknown) => ({ typeName: 'SendEmailAction', nextNodeIds: ['end'], metrics });
  const workflow = {
    rootNodeId: 'x',
    nodes: {
      x: { typeName: 'ExperimentBranchNode', nextNodeIds: ['va', 'vb'] },
      va: { typeName: 'VariantNode', nextNodeIds: ['a'] },
      vb: { typeName: 'VariantNode', nextNodeIds: ['b'] },
      a: email(a),
      b: email(b),
      end: email({ sends: 1, clicks: 'many' }),
    },
  };
  return experimentsIn(readGraph(workflow)).get('x');
};

test('the emails after the variants rejoin do not count', () => {
  const verdict = verdictFor({ sends: 1000, clicks: 50 }, { sends: 1000, clicks: 100 });
  expect(verdict?.best).toBe('vb');
  expect(verdict?.sentence).toContain('Variant B has the most clicks: 10.00% of 1,000 sends, then A with 5.00%');
});

test('a small difference may be chance', () => {
  const verdict = verdictFor({ sends: 1000, clicks: 50 }, { sends: 1000, clicks: 55 });
  expect(verdict?.sentence).toContain('the difference may be chance');
});

test.each([
  [undefined, 'could not be read'],
  [{ sends: 1000 }, 'could not be read'],
  [{ sends: 'x', clicks: 1 }, 'could not be read'],
  [{ sends: 10, clicks: 11 }, 'could not be read'],
  [{ sends: Number.NaN, clicks: 1 }, 'could not be read'],
  [{ sends: 0, clicks: 0 }, 'Too few'],
  [{ sends: 100, clicks: 2 }, 'Too few'],
])('%j has no best variant', (metrics, words) => {
  const verdict = verdictFor(metrics, { sends: 1000, clicks: 100 });
  expect(verdict?.best).toBeUndefined();
  expect(verdict?.sentence).toContain(words);
});
