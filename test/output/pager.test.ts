/** Proves that only what is longer than the terminal goes to the pager, and that nothing gets lost without one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type RunOptions, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface Paged {
  readonly text: string;
  readonly commandLine: string | undefined;
}

/** Runs a command line on a terminal and returns what was printed and what was shown in the pager. */
async function runAt(rows: number, line: string, options: RunOptions & { exists?: boolean } = {}) {
  const paged: Paged[] = [];
  const { exists = true, ...rest } = options;
  const outcome = await world.run(line.split(' '), {
    columns: 80,
    rows,
    pager: (text, commandLine) => {
      if (exists) paged.push({ text, commandLine });
      return exists;
    },
    ...rest,
  });
  return { ...outcome, paged };
}

const LONG = [
  'help output',
  'themes show --help',
  'themes list',
  'themes show cr95m6j9ue8rct6rkwsul79p2',
  'themes list --json',
  'themes list -o yaml',
  'themes list -o csv',
  'themes list --quiet',
  'workflow show cr3d19ajwtfxqfczuxgmvwzxv',
  'workflow show cr3d19ajwtfxqfczuxgmvwzxv --format mermaid',
];

describe('a long result', () => {
  it.each(LONG)('of `%s` is shown in the pager, and nothing else is printed', async (line) => {
    const { stdout, code, paged } = await runAt(5, line);
    expect({ stdout, code }).toEqual({ stdout: '', code: 0 });
    const { stdout: printed, paged: none } = await runAt(5, `${line} --no-pager`);
    expect(none).toEqual([]);
    expect(paged).toEqual([{ text: printed, commandLine: undefined }]);
  });

  it.each(LONG)('of `%s` is printed when the pager does not exist', async (line) => {
    const { stdout } = await runAt(5, line, { exists: false });
    expect(stdout).toBe((await runAt(5, `${line} --no-pager`)).stdout);
    expect(stdout.split('\n').length).toBeGreaterThan(5);
  });

  it('is never paged in a pipe', async () => {
    const paged: string[] = [];
    const pager = (text: string) => paged.push(text) > 0;
    await world.run(['themes', 'list'], { pager });
    await world.run(['help', 'output'], { pager });
    expect(paged).toEqual([]);
  });

  it('uses PAGER; an empty one and a dumb terminal disable it', async () => {
    const commandLineWith = async (env: Record<string, string>) =>
      (await runAt(5, 'themes list', { env })).paged.map(({ commandLine }) => commandLine);
    expect(await commandLineWith({ PAGER: 'more -d' })).toEqual(['more -d']);
    expect(await commandLineWith({ PAGER: '' })).toEqual([]);
    expect(await commandLineWith({ TERM: 'dumb' })).toEqual([]);
  });

  it('keeps the exit code of a check', async () => {
    const line = 'transactional metrics --all --max-hard-bounce-rate 2%';
    const { code, paged } = await runAt(5, line);
    expect({ code, pages: paged.length }).toEqual({ code: 9, pages: 1 });
  });
});

describe('nothing is paged', () => {
  it('that fits the screen with a row for the prompt', async () => {
    const lines = (await runAt(100, 'themes list --limit 5')).stdout.trimEnd().split('\n').length;
    expect(lines).toBe(6);
    expect((await runAt(7, 'themes list --limit 5')).paged).toHaveLength(0);
    expect((await runAt(6, 'themes list --limit 5')).paged).toHaveLength(1);
  });

  it('that arrives while the command runs', async () => {
    const { stdout, paged } = await runAt(5, 'themes list -o ndjson');
    expect(paged).toEqual([]);
    expect(stdout.split('\n').length).toBeGreaterThan(5);
  });

  it('when it fails or is empty', async () => {
    expect((await runAt(2, 'themes show nobody')).paged).toEqual([]);
    expect((await runAt(2, 'themes list --search zzzz')).paged).toEqual([]);
  });
});

it('counts the rows that a terminal wraps a line to', async () => {
  const line = 'themes list --fields id --no-headers --limit 4';
  expect((await runAt(6, line, { columns: 80 })).paged).toHaveLength(0);
  expect((await runAt(6, line, { columns: 10 })).paged).toHaveLength(1);
});
