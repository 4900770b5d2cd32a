/** What CONTRIBUTING promises: a noun is its file, its entry in the tree and its sandbox file. Everything else follows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tree } from '../../src/nouns/index.ts';
import { completeAccount } from '../../src/sandbox/account.ts';
import { nouns } from '../../src/sandbox/nouns/index.ts';
import { reply, startFaultServer } from '../faults/server.ts';
import { seedAccount } from '../sandbox/account.ts';
import { createWorld, type World } from '../world.ts';
import { FIRST, gadgets } from './gadgets.ts';
import { sandboxGadgets } from './sandbox-gadgets.ts';

let world: World;
beforeAll(async () => {
  // A state that was saved before the noun existed.
  const saved = seedAccount();
  world = await createWorld({
    account: completeAccount(saved, sandboxGadgets.sections, 0),
    sandbox: { nouns: [...nouns, sandboxGadgets] },
    tree: [...tree, gadgets],
  });
});
afterAll(() => world.close());

const run = (line: string) => world.run(line.split(' '));

it('has help, also in the main help, with examples and the fields of its JSON', async () => {
  expect((await run('--help')).stdout).toMatch(/^ {2}gadgets +Gadgets and their sizes$/m);
  expect((await run('gadgets --help')).stdout).toContain('show  Show a gadget');
  const { stdout } = await run('gadgets list --help');
  expect(stdout).toContain('loopsctl --sandbox gadgets list');
  expect(stdout).toContain('id, name, size, createdAt, updatedAt');
  expect(stdout).toContain('--raw-page');
});

it('prints every format', async () => {
  expect((await run('gadgets list')).stdout).toBe(
    `NAME      SIZE  ID\nAnvil    1,200  ${FIRST}\nBellows  2,400  cgadget00000000000000000b\n`,
  );
  expect(JSON.parse((await run('gadget ls --json --fields name')).stdout)).toEqual([
    { name: 'Anvil' },
    { name: 'Bellows' },
  ]);
  expect((await run('gadgets list -o ndjson --limit 1')).stdout).toContain('"name":"Anvil"');
  expect((await run('gadgets list -o csv --fields name,size')).stdout).toBe('name,size\nAnvil,1200\nBellows,2400\n');
  expect((await run('gadgets list -o yaml --fields name')).stdout).toBe('- name: Anvil\n- name: Bellows\n');
  expect(JSON.parse((await run('gadgets list --raw-page')).stdout)).toMatchObject({ pagination: { totalResults: 2 } });
});

it('has errors: an unknown ID, an unknown field, a typo', async () => {
  expect(await run('gadgets show caaaaaaaaaaaaaaaaaaaaaaaa')).toMatchObject({ code: 4, stdout: '' });
  expect(await run('gadgets list --fields nme')).toMatchObject({ code: 2, stdout: '' });
  expect((await run('gadgets lst')).stderr).toContain('Did you mean `loopsctl gadgets list`?');
  expect((await run('gadget')).code).toBe(2);
});

it.each([
  ['a response that is not JSON', 200, 'nope', 8],
  ['a response of another shape', 200, '{"data":"nope","pagination":null}', 8],
  ['a refusal', 400, '{"message":"No."}', 5],
  ['a server error', 500, '', 7],
])('ends with the right exit code after %s', async (_, status, body, code) => {
  const server = await startFaultServer((socket) =>
    socket.end(reply(status, { 'content-type': 'application/json' }, body)),
  );
  try {
    const outcome = await world.run(['gadgets', 'list', '--retries', '0'], {
      env: { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` },
    });
    expect(outcome).toMatchObject({ code, stdout: '' });
  } finally {
    await server.close();
  }
});
