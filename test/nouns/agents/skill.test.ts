/** The skill names every command, is installed once, and is recognized as stale. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandsOf } from '../../../src/define/tree.ts';
import { tree } from '../../../src/nouns/index.ts';
import { createWorld } from '../../world.ts';

const FILE = '.claude/skills/loopsctl/SKILL.md';

it.each(['skill', 'agents', 'llms'])('%s names every command', async (format) => {
  const world = await createWorld();
  const { stdout } = await world.run(['skill', 'show', '--format', format]);
  await world.close();
  for (const { words, verb } of commandsOf(tree)) {
    if (verb.sameAs === undefined) expect(stdout).toContain(`\n- \`${words.join(' ')}`);
  }
});

it('is in the repository', async () => {
  const world = await createWorld();
  const { stdout } = await world.run(['skill', 'show']);
  await world.close();
  // `npm run docs` writes it again.
  await expect(stdout).toMatchFileSnapshot('../../../skills/loopsctl/SKILL.md');
});

it.each([
  ['claude', '.claude'],
  ['codex', '.agents'],
  ['cursor', '.cursor'],
  ['agents', '.agents'],
])('is installed for %s in %s', async (agent, directory) => {
  const world = await createWorld();
  try {
    const file = `${directory}/skills/loopsctl/SKILL.md`;
    const missing = await world.run(['skill', 'check', '--agent', agent]);
    expect(missing).toMatchObject({ code: 9, stdout: `${file}: missing\n` });
    if (agent !== 'claude') expect(missing.stderr).toContain(`skill install --agent ${agent}`);
    expect((await world.run(['skill', 'install', '--agent', agent])).stdout).toBe(`${file}\n`);
  } finally {
    await world.close();
  }
});

it('is installed, checked, and installed again after a change', async () => {
  const world = await createWorld();
  const check = async () => (await world.run(['skill', 'check'])).code;
  const install = async (...flags: string[]) => {
    const { stdout } = await world.run(['skill', 'install', '--json', ...flags]);
    return (JSON.parse(stdout) as { changed: boolean }).changed;
  };
  try {
    expect(await install('--dry-run')).toBe(true);
    expect(await check()).toBe(9);
    expect([await install(), await install()]).toEqual([true, false]);
    expect(await check()).toBe(0);
    const text = await readFile(join(world.directory, FILE), 'utf8');
    await world.write(FILE, `${text}old\n`);
    expect([await check(), await install(), await check()]).toEqual([9, true, 0]);
    await world.write(FILE, 'My own skill\n');
    const { code, stderr } = await world.run(['skill', 'install']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('was not printed by loopsctl') });
    expect(await readFile(join(world.directory, FILE), 'utf8')).toBe('My own skill\n');
    expect((await world.run(['skill', 'install', '--user'], { env: { HOME: undefined } })).code).toBe(2);
  } finally {
    await world.close();
  }
});
