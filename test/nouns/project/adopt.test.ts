/** `adopt` moves a record from a key without files to another one. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { smallAccount } from '../../project/account.ts';
import { createWorld } from '../../world.ts';

test('a record whose files have another key and another name', async () => {
  const world = await createWorld({ account: smallAccount() });
  onTestFinished(world.close);
  await world.run(['pull']);
  await rm(join(world.directory, 'themes/coral.json'));
  await world.write('themes/winter.json', JSON.stringify({ name: 'Winter' }));
  expect((await world.run(['adopt', 'theme:winter', 'Coral'])).code).toBe(0);
  const { stdout } = await world.run(['plan', '--ours', 'theme:winter', '--json']);
  const changes = (JSON.parse(stdout) as { changes: { key: string; action: string; reason?: string }[] }).changes;
  expect(changes.filter(({ key, reason }) => key.startsWith('theme:') || reason !== undefined)).toMatchObject([
    { key: 'theme:winter', action: 'update', name: 'Winter' },
  ]);
});
