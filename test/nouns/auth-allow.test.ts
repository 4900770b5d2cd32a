/** `auth allow`: restrictions hold for every run with the profile, survive a new login, and never widen. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../world.ts';

let world: World;
const run = (line: string, options: Parameters<World['run']>[1] = {}) =>
  world.run(line.split(' '), { ...options, env: { LOOPS_API_KEY: undefined, ...options.env } });

beforeEach(async () => {
  world = await createWorld();
  expect((await run('auth login', { stdin: `${world.sandbox.apiKey}\n` })).code).toBe(0);
});
afterEach(() => world.close());

const create = 'groups create --name New --json';

it('refuses what it does not allow before anything is sent, also after a new login', async () => {
  expect((await run('auth allow default read')).code).toBe(0);
  await run('auth login', { stdin: `${world.sandbox.apiKey}\n` });
  const before = world.requests.length;
  const { code, stderr } = await run(create);
  expect({ code, requests: world.requests.length - before }).toEqual({ code: 2, requests: 0 });
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: 'effect_not_allowed',
      message: 'Profile "default" does not allow "draft", the effect of `loopsctl groups create`.',
      hint: 'See `loopsctl help effects`.',
    },
  });
  expect((await run('themes list')).code).toBe(0);
});

it('cannot be widened by the environment or a flag', async () => {
  await run('auth allow default read');
  expect((await run(`${create} --allow read,draft`)).code).toBe(2);
  expect((await run(create, { env: { LOOPS_ALLOW: 'read,draft' } })).code).toBe(2);
});

it('is lifted by any, and shown by auth list', async () => {
  await run('auth allow default read,draft --recipients *@acme.com --team Other');
  expect(JSON.parse((await run('auth list --json')).stdout)).toMatchObject([
    { allow: ['read', 'draft'], recipients: ['*@acme.com'], expectTeam: 'Other' },
  ]);
  expect((await run(create)).stderr).toContain('not \\"Other\\"');
  await run('auth allow default any --team any');
  expect((await run(create)).code).toBe(0);
});

it('limits who gets email, also through api, before anything is sent', async () => {
  expect((await run('auth allow default --recipients *@acme.test')).code).toBe(0);
  const before = world.requests.length;
  for (const flag of ['--yes', '--yes --dry-run', '--yes --curl']) {
    const { code, stdout, stderr } = await run(`api POST /v1/invented -f email=eve@example.com ${flag}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Profile "default" limits who may get email');
  }
  expect(world.requests.length - before).toBe(0);
  expect((await run('api GET /v1/themes')).code).toBe(0);
  expect((await run('auth allow default --recipients any')).code).toBe(0);
  expect((await run('api POST /v1/invented --yes')).code).not.toBe(2);
});

it.each([
  ['auth allow default', 'Nothing to change.'],
  ['auth allow default --recipients acme.test', 'Invalid pattern "acme.test"'],
  ['auth allow default --recipients *@acme.test,', 'Invalid pattern ""'],
  ['auth allow default write', 'Invalid effect "write"'],
  ['auth allow nobody read', 'There is no profile "nobody".'],
])('%s is a usage error', async (line, message) => {
  const { code, stderr } = await run(line);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

describe('auth login', () => {
  it.each([
    ['--allow draft', {}],
    ['', { LOOPS_ALLOW: 'draft' }],
    ['', { LOOPS_ALLOW: '' }],
  ])('obeys %s and %j: nothing is sent or stored', async (flags, env) => {
    const before = world.requests.length;
    const line = `auth login --profile second ${flags}`.trim();
    const { code, stderr } = await run(line, { stdin: `${world.sandbox.apiKey}\n`, env });
    expect({ code, requests: world.requests.length - before }).toEqual({ code: 2, requests: 0 });
    expect(stderr).toContain('does not allow "read"');
    expect((await run('auth list')).stdout).not.toContain('second');
  });

  it('is not limited by the profile that it replaces', async () => {
    await run('auth allow default draft');
    expect((await run('auth login', { stdin: `${world.sandbox.apiKey}\n` })).code).toBe(0);
    expect((await run('themes list')).code).toBe(2);
  });

  it('prints the request with --curl, without the key, and stores nothing', async () => {
    const before = world.requests.length;
    const { code, stdout, stderr } = await run('auth login --profile second --curl', { stdin: 'a-secret-key-1234\n' });
    expect({ code, requests: world.requests.length - before }).toEqual({ code: 0, requests: 0 });
    expect(stdout).toContain(`'${world.sandbox.baseUrl}'`);
    expect(stdout + stderr).not.toContain('a-secret-key');
    expect((await run('auth list')).stdout).not.toContain('second');
  });
});
