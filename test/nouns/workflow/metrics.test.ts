/** `workflow metrics`: workflows that cannot be read, and workflows without emails. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { respondWith } from '../../respond.ts';
import { createWorld, type World } from '../../world.ts';

const WIN_BACK = 'cxxh0pcq2pvs8yvth7rfghq6e';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const metrics = async (body: string | undefined, ...words: readonly string[]) => {
  const { code, stdout, stderr } = await world.run(['workflow', 'metrics', ...words, '--json'], {
    respond: ({ path }) =>
      body !== undefined && path.endsWith(`/workflows/${WIN_BACK}`) ? respondWith(200, body) : undefined,
  });
  return { code, stderr, rows: JSON.parse(stdout || '[]') as readonly Record<string, unknown>[] };
};

it('a workflow that cannot be read is a row, and a check does not pass', async () => {
  const { code, rows } = await metrics('{"name": "Win-back"}', '--all', '--max-spam-rate', '100%');
  expect(code).toBe(8);
  expect(rows.filter(({ verdict }) => verdict === 'error')).toEqual([
    {
      id: WIN_BACK,
      name: 'Win-back',
      error: { code: 'unexpected_response', message: expect.any(String) },
      verdict: 'error',
      breaches: [],
    },
  ]);
  expect(rows.length).toBeGreaterThan(50);
});

it('history does not take a workflow that cannot be read for one without snapshots', async () => {
  const { code, stderr } = await world.run(['workflow', 'history', WIN_BACK], {
    respond: ({ path }) => (path.endsWith(`/workflows/${WIN_BACK}`) ? respondWith(200, '{"nodes": 1}') : undefined),
  });
  expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining('The API response') });
});

it('a workflow without emails has no rows, and saves no snapshot that others would compare with', async () => {
  const empty = '{"id": "x", "rootNodeId": null, "nodes": {}}';
  expect(await metrics(empty, WIN_BACK, '--save')).toMatchObject({ code: 0, rows: [] });
  expect(await metrics(undefined, WIN_BACK, '--since', 'last')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No snapshots of workflow emails'),
  });
});
