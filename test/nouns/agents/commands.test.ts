/** `commands --json` has every command that can be typed, and what it prints matches how the program behaves. */
import { expect, it } from 'vitest';
import { commandsOf } from '../../../src/define/tree.ts';
import { EXIT_CODES } from '../../../src/errors.ts';
import { tree } from '../../../src/nouns/index.ts';
import { createWorld } from '../../world.ts';

interface Described {
  readonly command: string;
  readonly effect: string;
  readonly confirmation?: string;
  readonly requests?: string;
  readonly flags: readonly { readonly name: string; readonly type: string; readonly default?: unknown }[];
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
}

const world = await createWorld();
const json = async (...words: string[]) => {
  const { stdout, code } = await world.run(['commands', ...words, '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout) as { commands: Described[]; errors: { code: string; exitCode: number }[] };
};

it('lists every command and error code', async () => {
  const { commands, errors } = await json();
  expect(commands.map(({ command }) => command)).toEqual(commandsOf(tree).map(({ words }) => words.join(' ')));
  expect(Object.fromEntries(errors.map(({ code, exitCode }) => [code, exitCode]))).toEqual(EXIT_CODES);
  expect(world.requests).toEqual([]);
});

it('describes flags, arguments, effects and cost', async () => {
  const { commands } = await json('transactional');
  const named = (name: string) => commands.find(({ command }) => command === `transactional ${name}`);
  expect(named('publish')).toMatchObject({ effect: 'change' });
  expect(named('send')).toMatchObject({ effect: 'send', confirmation: '--yes' });
  expect(named('list')).toMatchObject({ effect: 'read', requests: '1 per 50 items' });
  expect(named('show')?.arguments).toMatchObject([{ name: 'id', required: true }]);
  expect(named('list')?.flags).toContainEqual(
    expect.objectContaining({ name: '--limit', type: 'number', required: false }),
  );
  expect((await json('webhook')).commands.every(({ effect }) => effect === 'none')).toBe(true);
});

it('draws one line per command at 80 columns', async () => {
  const { stdout } = await world.run(['commands', '--no-pager', '--no-color'], { columns: 80 });
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(stdout).toMatch(/^themes list +read +List themes$/m);
});
