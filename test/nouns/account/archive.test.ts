/** `archive`: complete, exact, continued after it was stopped at any request, and never changed afterwards. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { smallAccount } from '../../project/account.ts';
import { respondWith } from '../../respond.ts';
import { createWorld, type RunOptions, type World } from '../../world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld({ account: smallAccount() });
  onTestFinished(world.close);
});

const archive = (options?: RunOptions) => world.run(['archive', 'copy', '--json'], options);
const path = (name: string) => join(world.directory, 'copy', name);
const manifest = async () =>
  JSON.parse(await readFile(path('manifest.json'), 'utf8')) as {
    finishedAt: string | null;
    files: Record<string, string>;
    missing: unknown[];
  };

async function filesOf(): Promise<readonly string[]> {
  const names = await readdir(join(world.directory, 'copy'), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(path('').length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

test('has a file for everything, unchanged, and the hash of each', async () => {
  expect(await archive()).toMatchObject({ code: 0 });
  const { files, finishedAt, missing } = await manifest();
  expect({ names: Object.keys(files), missing, isFinished: finishedAt !== null }).toEqual({
    names: await filesOf(),
    missing: [],
    isFinished: true,
  });
  for (const [name, hash] of Object.entries(files)) {
    expect(
      createHash('sha256')
        .update(await readFile(path(name)))
        .digest('hex'),
    ).toBe(hash);
  }
  const EMAIL = 'c5361agykn6fatjv6m1yx7nd3';
  for (const name of ['record.json', 'draft.json', 'draft.lmx', 'published.lmx', 'metrics.json']) {
    expect(Object.keys(files)).toContain(`transactional/${EMAIL}/${name}`);
  }
  const shown = await world.run(['messages', 'show', 'ckm1se6elmfx4j03rlk1wciyf', '--json']);
  expect(JSON.parse(await readFile(path(`transactional/${EMAIL}/draft.json`), 'utf8'))).toEqual(
    JSON.parse(shown.stdout),
  );
});

test('a complete one is not changed, and neither is a directory with other files', async () => {
  await archive();
  const before = await readFile(path('manifest.json'), 'utf8');
  expect((await archive()).code).toBe(2);
  expect(await readFile(path('manifest.json'), 'utf8')).toBe(before);
  await rm(path('manifest.json'));
  expect(await archive()).toMatchObject({ code: 2, stderr: expect.stringContaining('not empty') });
});

test('a run that was stopped continues, and writes a damaged file again', async () => {
  await archive();
  const [complete, files] = [await manifest(), await filesOf()];
  await rm(path(''), { recursive: true });
  let requests = 0;
  const stopped = await archive({
    respond: () => {
      requests++;
      return requests > 20 ? respondWith(503, '') : undefined;
    },
  });
  expect(stopped.code).toBe(7);
  expect((await manifest()).finishedAt).toBeNull();
  const [first = ''] = Object.keys((await manifest()).files);
  await writeFile(path(first), 'damaged');
  const { code, stdout } = await archive();
  expect(code).toBe(0);
  expect((JSON.parse(stdout) as { continued: number }).continued).toBeGreaterThan(2);
  expect(await filesOf()).toEqual(files);
  expect((await manifest()).files).toEqual(complete.files);
});

test('what cannot be read is in the manifest, and changes the exit code', async () => {
  const { code, stdout } = await archive({
    respond: ({ path }) =>
      path.endsWith('/metrics')
        ? respondWith(404, '{}')
        : path.includes('/email-messages/')
          ? respondWith(400, '{"message":"No."}')
          : undefined,
  });
  expect(code).toBe(5);
  expect((JSON.parse(stdout) as { missing: unknown[] }).missing.length).toBeGreaterThan(1);
  expect((await manifest()).missing.length).toBeGreaterThan(1);
});
