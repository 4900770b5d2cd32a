/** Names for IDs through `main`: which record is used, what it costs in requests, and what happens when names change. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../src/main.ts';
import type { Theme } from '../../src/nouns/themes/operations.ts';
import { seedAccount, type TestAccount } from '../sandbox/account.ts';
import { createWorld, type World } from '../world.ts';

let account: TestAccount;
let world: World;
beforeEach(async () => {
  account = seedAccount();
  account.themes = NAMES.map((name, index) => theme(name, index));
  world = await createWorld({ account });
});
afterEach(() => world.close());

const NAMES = ['Coral', 'coral reef', 'Twin', 'Twin', 'Party 🎉', ' Spaced ', 'CASE', 'c00000000000000000000000z'];
const idOf = (index: number) => `ctheme${String(index).padStart(18, '0')}`;
const theme = (name: string, index: number): Theme => ({
  ...(seedAccount().themes[0] as Theme),
  id: idOf(index),
  name,
});

async function show(name: string, ...flags: readonly string[]) {
  const before = world.requests.length;
  const outcome = await world.run(['themes', 'show', name, '--json', '--fields', 'id', ...flags]);
  const requests = world.requests.slice(before).map((line) => line.replace(/\?.*| \d+$/g, ''));
  const id = outcome.code === 0 ? (JSON.parse(outcome.stdout) as { id: string }).id : undefined;
  return { ...outcome, id, requests };
}

/** Standard error of a terminal that takes time. */
const withSlowErrors: typeof main = (runtime, tree) =>
  main(
    {
      ...runtime,
      stderr: {
        ...runtime.stderr,
        write: async (text) => {
          await new Promise(setImmediate);
          await runtime.stderr.write(text);
        },
      },
    },
    tree,
  );

const LIST = 'GET /api/v1/themes';

describe('a name', () => {
  it.each([
    ['Coral', 0],
    ['coral', 0],
    ['CORAL REEF', 1],
    ['party 🎉', 4],
    ['Spaced', 5],
    ['case', 6],
    ['name:c00000000000000000000000z', 7],
    ['id:cthemeid', undefined],
  ])('%j means theme %s', async (name, index) => {
    expect((await show(name)).id).toBe(index === undefined ? undefined : idOf(index));
  });

  it('that two records have exits 2 with both IDs', async () => {
    const { code, stderr, stdout } = await show('Twin');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`${idOf(2)}, ${idOf(3)}`);
  });

  it('that none has exits 4 with the nearest', async () => {
    const { code, stderr } = await show('Corla');
    expect(code).toBe(4);
    expect(stderr).toContain('Did you mean \\"Coral\\"');
  });

  it('that looks like an ID is sent as one', async () => {
    expect((await show('c00000000000000000000000z')).requests).toEqual([`${LIST}/c00000000000000000000000z`]);
  });

  it('is found among many', async () => {
    account.themes.push(...Array.from({ length: 300 }, (_, index) => theme(`Theme ${index}`, index + 100)));
    expect((await show('Theme 299')).id).toBe(idOf(399));
  });
});

describe('the requests of a name', () => {
  it('are paid once: the second run takes the list from the cache', async () => {
    expect((await show('Coral')).requests).toEqual([LIST, `${LIST}/${idOf(0)}`]);
    expect((await show('CASE')).requests).toEqual([`${LIST}/${idOf(6)}`]);
  });

  it('are paid again with --no-cache', async () => {
    await show('Coral');
    expect((await show('Coral', '--no-cache')).requests).toEqual([LIST, `${LIST}/${idOf(0)}`]);
  });

  it('are none for an ID', async () => {
    expect((await show(idOf(0))).requests).toEqual([`${LIST}/${idOf(0)}`]);
  });

  it('are paid again after a 404, which shows that the cache is out of date', async () => {
    await show('Coral');
    account.themes.splice(0, 1, theme('Coral', 50));
    expect(await show('Coral')).toMatchObject({ code: 4, requests: [`${LIST}/${idOf(0)}`] });
    expect((await show('Coral')).id).toBe(idOf(50));
  });

  it('are paid again for a name that the cache lacks, which may be a new record', async () => {
    await show('Coral');
    account.themes.push(theme('Brand new', 60));
    expect(await show('Brand new')).toMatchObject({ id: idOf(60), requests: [LIST, `${LIST}/${idOf(60)}`] });
  });

  it('are paid again after a creation, which may have given a name to a second record', async () => {
    await show('CASE');
    await world.run(['themes', 'create', '--name', 'CASE', '--dry-run']);
    expect((await show('CASE')).requests).toEqual([`${LIST}/${idOf(6)}`]);
    expect((await world.run(['themes', 'create', '--name', 'CASE'])).code).toBe(0);
    expect(await show('CASE')).toMatchObject({ code: 2, requests: [LIST] });
  });

  it('are paid again after a change of a name, also by `api` and with --no-cache', async () => {
    await show('Coral');
    await world.run(['themes', 'update', 'Coral', '--name', 'Forest', '--yes', '--no-cache']);
    expect((await show('Coral')).code).toBe(4);
    expect((await show('Forest')).id).toBe(idOf(0));
    await world.run(['api', 'POST', `/v1/themes/${idOf(0)}`, '-f', 'name=Coral', '--yes']);
    expect((await show('Forest')).code).toBe(4);
  });

  it('are none with --curl, which refuses a name', async () => {
    const { code, requests } = await world
      .run(['themes', 'show', 'Coral', '--curl'])
      .then((outcome) => ({ ...outcome, requests: world.requests }));
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
  });
});

describe('a missing ID', () => {
  it('is chosen from a list at a terminal', async () => {
    const { code, stdout, stderr } = await world.run(['themes', 'show'], { columns: 80, choose: 'CASE' });
    expect(code).toBe(0);
    expect(stderr).toContain('Which theme?');
    expect(stdout).toContain(idOf(6));
  });

  it('is asked for when everything before is on the screen, and the progress bar is not', async () => {
    account.themes = Array.from({ length: 120 }, (_, index) => theme(`Theme ${index}`, index));
    await world.close();
    world = await createWorld({ account, main: withSlowErrors });
    const { stderr } = await world.run(['themes', 'show'], { columns: 80, choose: 'Theme 7' });
    expect(stderr).toContain('\r\u001b[KWhich theme?');
  });

  it('is a usage error in a pipe', async () => {
    expect(await world.run(['themes', 'show'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('ends the run when Ctrl-C is the answer', async () => {
    expect(await world.run(['themes', 'show'], { columns: 80 })).toMatchObject({ code: 130, stdout: '' });
  });

  it('of which there is none to choose from exits 4', async () => {
    account.themes.length = 0;
    expect((await world.run(['themes', 'show'], { columns: 80, choose: 'x' })).code).toBe(4);
  });
});
