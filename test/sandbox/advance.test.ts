/** `sandbox advance`: the metrics of the saved account grow, and damaged states are refused. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { advance } from '../../src/sandbox/advance.ts';
import { createWorld, type World } from '../world.ts';

const EMAIL = 'c5361agykn6fatjv6m1yx7nd3';

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld();
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

const env = { LOOPS_BASE_URL: undefined, LOOPS_API_KEY: undefined };

test('metrics grow by the time that passes, and never before it', () =>
  inWorld(async ({ run }) => {
    const sends = async (): Promise<number> => {
      const { stdout } = await run(['transactional', 'metrics', EMAIL, '--sandbox', '--json'], { env });
      return (JSON.parse(stdout) as { sends: number }).sends;
    };
    const before = await sends();
    expect(await sends()).toBe(before);
    const advanced = await run(['sandbox', 'advance', '7d', '--json'], { env });
    expect(JSON.parse(advanced.stdout)).toMatchObject({ duration: '7d' });
    const after = await sends();
    expect(after).toBeGreaterThan(before);
    await run(['sandbox', 'advance', '7d'], { env });
    expect(await sends()).toBeGreaterThan(after);
  }));

test.each(['x', '7', '-7d', '6000d', '1e3d'])('%s is no duration', (duration) =>
  inWorld(async ({ run }) => {
    const { code, stderr } = await run(['sandbox', 'advance', '--', duration], { env });
    expect(code).toBe(2);
    expect(stderr).toContain('expected a duration');
  }),
);

test('a damaged state is refused and kept', () =>
  inWorld(async ({ run, directory }) => {
    await mkdir(join(directory, 'data'), { recursive: true });
    const file = join(directory, 'data', 'sandbox.json');
    await writeFile(file, '{"format": "other"}');
    expect(await run(['sandbox', 'advance', '7d'], { env })).toMatchObject({ code: 2 });
    expect(await readFile(file, 'utf8')).toBe('{"format": "other"}');
  }));

test('sections of other versions stay as they are', () => {
  const account = { odd: 5, none: null, list: [null, 7, { countedAt: 'soon' }, { countedAt: 100 }] };
  expect(advance(account, 40)).toBe(1);
  expect(account).toEqual({ odd: 5, none: null, list: [null, 7, { countedAt: 'soon' }, { countedAt: 60 }] });
});
