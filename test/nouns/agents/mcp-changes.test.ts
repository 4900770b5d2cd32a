/** Changes through `mcp`: what is refused, planned and confirmed, with the official client. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EFFECT_NAMES, type Effect } from '../../../src/define/effect.ts';
import { splitWords } from '../../words.ts';
import { createWorld, NOW, type World } from '../../world.ts';
import { connectTo } from './mcp-client.ts';

const EMAIL = 'c5361agykn6fatjv6m1yx7nd3';
const WORKFLOW = 'ceh8e7mybcn6718b1frqy868r';
const THEME = 'cr95m6j9ue8rct6rkwsul79p2';

let world: World;
let now: number;
beforeEach(async () => {
  world = await createWorld();
  now = NOW.getTime();
});
afterEach(() => world.close());

const connect = (allowed: readonly Effect[]) => connectTo(world, allowed, () => now);

const changes = () => world.requests.filter((line) => !line.startsWith('GET '));

describe('changes', () => {
  it('are refused without --allow', async () => {
    const { run } = await connect(['read']);
    for (const [command, input] of [
      ['groups create', { name: 'Ours' }],
      ['transactional publish', { id: EMAIL }],
      ['transactional send', { id: EMAIL, to: 'ada@example.com' }],
    ] as const) {
      const { exitCode, token } = await run(command, input);
      expect({ command, exitCode, token }).toEqual({ command, exitCode: 2, token: undefined });
    }
    expect(changes()).toEqual([]);
  });

  it('of drafts are made at once', async () => {
    const { run } = await connect(['read', 'draft']);
    expect(await run('groups create', { name: 'Ours' })).toMatchObject({ exitCode: 0, result: { name: 'Ours' } });
  });

  const CASCADE = ['themes update', { id: THEME, style: ['backgroundColor=#ffffff'] }] as const;

  it('that others see need a plan and its token, which works once', async () => {
    const { run } = await connect(EFFECT_NAMES);
    const { plan, token, exitCode, messages } = await run(...CASCADE);
    expect({ exitCode, messages }).toMatchObject({ exitCode: 0 });
    expect(plan).toMatchObject([{ method: 'POST', path: `/v1/themes/${THEME}` }]);
    expect(changes()).toEqual([]);
    expect(await run(...CASCADE, { token })).toMatchObject({ exitCode: 0, result: { id: THEME } });
    expect(changes()).toHaveLength(1);
    expect((await run(...CASCADE, { token })).messages).toContain('The token is unknown or was used.');
    expect(changes()).toHaveLength(1);
  });

  it('are not made with a token that is old, of another input, or of another revision', async () => {
    const { run } = await connect(EFFECT_NAMES);
    const [command, input] = CASCADE;
    const first = await run(command, input);
    expect(
      (await run(command, { ...input, style: ['backgroundColor=#000000'] }, { token: first.token })).messages,
    ).toContain('belongs to another command or input');
    const second = await run(command, input);
    now += 5 * 60_000;
    expect((await run(command, input, { token: second.token })).messages).toContain('has expired');
    const third = await run(command, input);
    expect(changes()).toEqual([]);
    await world.run(['themes', 'update', THEME, '--name', 'Renamed', '--yes']);
    const before = changes().length;
    expect((await run(command, input, { token: third.token })).messages).toContain('has changed since');
    expect(changes()).toHaveLength(before);
  });

  /** Each command that asks, with its input, and what somebody else does before the token is used. */
  const ASKING: readonly (readonly [command: string, input: object, meanwhile: string])[] = [
    ['transactional publish', { id: EMAIL }, `transactional update ${EMAIL} --name Renamed`],
    [
      'transactional send',
      { id: 'Magic link', to: 'ada@example.com', var: ['magicLink=https://acme.test/l', 'expiresInMinutes:=30'] },
      'transactional update ctcwefgq0yaqntlza1vf7khph --group "Mobile app"',
    ],
    [
      'campaigns schedule',
      {
        id: 'cbzfy465sgzg6uoousnu0gl4y',
        at: '2099-12-01T09:00:00Z',
        check: false,
        confirmName: 'Holiday opening hours',
      },
      'campaigns update cbzfy465sgzg6uoousnu0gl4y --name Renamed',
    ],
    [
      'messages preview',
      { transactional: EMAIL, to: ['test@example.com'], check: false },
      `messages update --transactional ${EMAIL} --subject Other`,
    ],
    ['workflow mailing-list', { id: WORKFLOW, none: true }, `workflow update ${WORKFLOW} --name Renamed`],
    ['workflow delete', { id: WORKFLOW }, `workflow update ${WORKFLOW} --name Renamed`],
    ['workflow node remove', { id: WORKFLOW, node: 'AudienceFilter' }, `workflow update ${WORKFLOW} --name Renamed`],
    ['events send', { event: 'planUpgraded', to: 'ada@example.com', set: ['plan=team', 'seats:=24'] }, ''],
    [
      'components update',
      { id: 'Footer', name: 'Footer 2026' },
      'components update Footer --lmx-file footer.lmx --yes',
    ],
    ['themes update', { id: THEME, name: 'Other' }, `themes update ${THEME} --style backgroundColor=#ffffff --yes`],
    ['contacts delete', { email: 'ada@example.com' }, 'contacts update ada@example.com --set plan=pro --yes'],
    [
      'contacts update',
      { email: 'ada@example.com', set: ['plan=pro'] },
      'contacts update ada@example.com --set title=x --yes',
    ],
    ['contacts create', { email: 'new@example.com' }, 'contacts create new@example.com --yes'],
    ['contacts suppression remove', { email: 'hana@acme.test' }, 'contacts suppression remove hana@acme.test --yes'],
    ['properties create', { name: 'favoriteColor', type: 'string' }, ''],
  ];

  async function planned(command: string, input: object) {
    const { run } = await connect(EFFECT_NAMES);
    await world.write('footer.lmx', '<Divider />\n');
    const { exitCode, token, messages } = await run(command, input);
    expect({ exitCode, token, changes: changes() }, messages).toMatchObject({ exitCode: 0, changes: [] });
    return () => run(command, input, { token });
  }

  it.each(ASKING)('%s is made with its token', async (command, input) => {
    const confirm = await planned(command, input);
    const { exitCode, messages } = await confirm();
    expect(exitCode, messages).toBe(0);
    expect(changes().length).toBeGreaterThan(0);
  });

  it.each(ASKING.filter(([, , meanwhile]) => meanwhile !== ''))(
    '%s is not made after somebody else has changed the record',
    async (command, input, meanwhile) => {
      const confirm = await planned(command, input);
      const { code, stderr } = await world.run(splitWords(meanwhile));
      expect(code, stderr).toBe(0);
      const before = changes().length;
      const { exitCode, messages } = await confirm();
      expect(exitCode, messages).not.toBe(0);
      expect(changes()).toHaveLength(before);
    },
  );

  it('that are confirmed by a name need it from the beginning', async () => {
    const { run } = await connect(EFFECT_NAMES);
    const { token, messages } = await run('campaigns schedule', {
      id: 'Year in review 2026',
      at: '2099-12-01T09:00:00Z',
    });
    expect({ token, messages }).toMatchObject({ token: undefined, messages: expect.stringContaining('confirmName') });
  });

  it('are not planned if the record cannot be read', async () => {
    const { run } = await connect(['read', 'destroy']);
    const { token, messages } = await run('contacts suppression remove', { email: 'hana@acme.test' });
    expect({ token, messages }).toMatchObject({ token: undefined, messages: expect.stringContaining('personal') });
  });

  it('through api need a token too, and reading through it does not', async () => {
    const { run } = await connect(EFFECT_NAMES);
    expect((await run('api', { method: 'GET', path: '/v1/api-key' })).result).toMatchObject({ success: true });
    const input = { method: 'POST', path: '/v1/transactional-groups', field: ['name=X'] };
    const { token } = await run('api', input);
    expect(changes()).toEqual([]);
    expect((await run('api', input, { token })).exitCode).toBe(0);
    expect(changes()).toHaveLength(1);
  });
});
