/** `events send`, `events listeners` and `events check`: names, contacts, workflows, and recipients of a profile. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { seedAccount } from '../../sandbox/account.ts';
import { createWorld, type World } from '../../world.ts';
import { type FaultyService, startFaultyService } from '../sends/service.ts';

async function open(account = seedAccount()): Promise<{ service: FaultyService; run: World['run']; world: World }> {
  const world = await createWorld();
  onTestFinished(world.close);
  const service = await startFaultyService([], { account });
  return {
    service,
    world,
    run: (words, options = {}) => world.run(words, { ...service, ...options, env: { ...service.env, ...options.env } }),
  };
}

const ADA = ['--to', 'ada@example.com'];
const withStatus = (status: 'Paused' | 'PausedAndQueueing' | 'Draft') => {
  const account = seedAccount();
  return {
    ...account,
    workflows: account.workflows.map((one) => (one.name === 'Failed payment recovery' ? { ...one, status } : one)),
  };
};

describe('the name', () => {
  it.each([
    'planUpgraded',
    'PlanUpgraded',
    'rota/published',
    '🎉 first rota',
    'Schichtplan geändert',
    'Invited teammate',
  ])('%s is sent as it is', async (name) => {
    const { service, run } = await open();
    expect((await run(['events', 'send', name, ...ADA, '--yes'])).code).toBe(0);
    expect((await run(['events', 'show', name, '--json'])).stdout).toContain(JSON.stringify(name));
    expect(service.writes).toEqual(['/api/v1/events/send ok']);
  });

  it.each([
    ['planupgraded', '"planUpgraded"'],
    ['rota\\published', '"rota/published"'],
    ['🎉 first rotas', '"🎉 first rota"'],
    ['paymentFailed ', '"paymentFailed"'],
    ['xyz', 'events list'],
  ])('%s is not sent: exit 2 with %s', async (name, hint) => {
    const { service, run } = await open();
    const { code, stderr } = await run(['events', 'send', name, ...ADA, '--yes']);
    expect({ code, writes: service.writes }).toEqual({ code: 2, writes: [] });
    expect(stderr).toContain(hint);
  });
});

describe('the workflows that listen', () => {
  const asked = async (account: ReturnType<typeof seedAccount>, name: string) => {
    const { run, service } = await open(account);
    const { stderr, code } = await run(['events', 'send', name, ...ADA], { columns: 400, confirm: false });
    expect({ code, writes: service.writes }).toEqual({ code: 130, writes: [] });
    return stderr.replace(/\s+/g, ' ');
  };

  it.each([
    ['Paused', 'paused: may start when it is resumed within 24 hours'],
    ['PausedAndQueueing', 'paused: starts when it is resumed within 24 hours'],
    ['Draft', 'draft: does not start'],
  ] as const)('one that is %s is named with its state', async (status, meaning) => {
    expect(await asked(withStatus(status), 'paymentFailed')).toContain(`"Failed payment recovery" (${meaning})`);
  });

  it('none is said', async () => {
    expect(await asked(seedAccount(), 'signedOut')).toContain('No workflow starts from it.');
  });

  it('that cannot be read are said to be unknown, and the event can still be sent', async () => {
    const world = await createWorld({ sandbox: { disabled: ['workflow'] } });
    onTestFinished(world.close);
    const { stderr, code } = await world.run(['events', 'send', 'paymentFailed', ...ADA], {
      columns: 400,
      confirm: true,
    });
    expect(stderr).toContain('It is not known which workflows start');
    expect(code).toBe(0);
    expect((await world.run(['events', 'listeners', 'paymentFailed'])).code).toBe(3);
  });

  it.each([
    [undefined, 'started', 1],
    ['Paused', 'queued', 0],
  ] as const)('with status %s they are %s', async (status, outcome, mails) => {
    const { service, run } = await open(status === undefined ? seedAccount() : withStatus(status));
    await run(['events', 'send', 'paymentFailed', ...ADA, '--set', 'amount:=12', '--yes']);
    expect((await service.starts()).map((start) => start.outcome)).toEqual([outcome]);
    expect(await service.mails()).toHaveLength(mails);
  });
});

describe('the contact', () => {
  it.each([
    ['both IDs of one contact', ['--to', 'ada@example.com', '--user-id', 'user_42'], 0, ''],
    ['the IDs of two contacts', ['--to', 'ada@example.com', '--user-id', 'user_43'], 2, 'belong to different contacts'],
    [
      'a user ID that will be replaced',
      ['--to', 'ada@example.com', '--user-id', 'new'],
      0,
      'user ID "user_42" of the contact',
    ],
    [
      'an email address that will be replaced',
      ['--to', 'new@example.com', '--user-id', 'user_42'],
      0,
      'ada@example.com',
    ],
    ['an address that nobody has', ['--to', 'new@example.com'], 2, '--create-contact'],
    ['a user ID that nobody has', ['--user-id', 'nobody'], 2, '--create-contact'],
    ['an unsubscribed contact', ['--to', 'dan@acme.test'], 0, ''],
  ])('%s', async (_, words, code, text) => {
    const { run, service } = await open();
    const outcome = await run(['events', 'send', 'signedOut', ...words, '--yes']);
    expect({ code: outcome.code, writes: service.writes.length }).toEqual({ code, writes: code === 0 ? 1 : 0 });
    expect(outcome.stderr).toContain(text);
  });

  it.each([
    ['subscribed:=true'],
    ['email=x@example.com'],
    ['eventName=x'],
    ['plan:=12'],
    ['unknown=1'],
    ['contactProperties=x'],
  ])('refuses --contact-property %s', async (text) => {
    const { run, service } = await open();
    const { code } = await run(['events', 'send', 'signedOut', ...ADA, '--contact-property', text, '--yes']);
    expect({ code, writes: service.writes }).toEqual({ code: 2, writes: [] });
  });

  it('outside the recipients of a profile is refused before anything is sent or asked', async () => {
    const { run, service } = await open();
    const env = { LOOPS_API_KEY: undefined };
    await run(['auth', 'login', '--profile', 'qa'], { env, stdin: 'sandbox\n' });
    await run(['auth', 'allow', 'qa', '--recipients', '*@acme.test'], { env });
    for (const words of [
      ['events', 'send', 'signedOut', ...ADA],
      ['events', 'send', 'signedOut', '--user-id', 'user_43'],
      ['transactional', 'send', 'Push notifications off', ...ADA, '--var', 'firstName=A'],
    ]) {
      const { code, stderr } = await run([...words, '--profile', 'qa', '--json'], { env, columns: 80, confirm: true });
      expect({ code, writes: service.writes }).toEqual({ code: 2, writes: [] });
      expect(stderr).toContain('recipient_not_allowed');
    }
    const allowed = ['events', 'send', 'signedOut', '--to', 'clara@acme.test', '--profile', 'qa', '--yes'];
    expect((await run(allowed, { env })).code).toBe(0);
  });
});

describe('events check', () => {
  const check = async (value: unknown, account = seedAccount(), ...flags: string[]) => {
    const { run, world } = await open(account);
    await world.write('events.json', typeof value === 'string' ? value : JSON.stringify(value));
    const { code, stdout } = await run(['events', 'check', 'events.json', '--json', ...flags]);
    const findings = code === 0 || code === 9 ? (JSON.parse(stdout) as { findings: { rule: string }[] }).findings : [];
    return { code, rules: findings.map(({ rule }) => rule) };
  };
  const subscriptionStarted = {};
  const paymentFailed = {
    properties: { invoiceNumber: 'string', amount: 'number', firstAttempt: 'boolean', nextAttemptOn: 'date' },
    workflows: ['Failed payment recovery'],
  };
  const valid = { subscriptionStarted, paymentFailed };

  it('passes where everything is as declared', async () => {
    expect(await check(valid)).toEqual({ code: 0, rules: [] });
    expect(await check({ ...valid, signedOut: { workflows: [] } })).toEqual({ code: 0, rules: [] });
  });

  it.each([
    ['an event of another case', { ...valid, signedout: {} }, 9, ['unknown-event']],
    ['another type', { ...valid, planUpgraded: { properties: { plan: 'number' } } }, 9, ['property-type']],
    ['an unknown property', { ...valid, signedOut: { properties: { why: 'string' } } }, 9, ['unknown-property']],
    ['a workflow that does not listen', { ...valid, signedOut: { workflows: ['Win-back'] } }, 9, ['missing-workflow']],
    [
      'a workflow that is not declared',
      { ...valid, paymentFailed: { ...paymentFailed, workflows: [] } },
      9,
      ['undeclared-workflow'],
    ],
    ['a trigger without an event', { paymentFailed }, 9, ['undeclared-trigger']],
  ])('%s', async (_, value, code, rules) => {
    const result = await check(value);
    expect({ code: result.code, rules: result.rules.filter((rule) => rule !== 'undeclared-property') }).toEqual({
      code,
      rules,
    });
  });

  it('a paused workflow is a warning', async () => {
    expect(await check(valid, withStatus('Paused'))).toEqual({ code: 0, rules: ['idle-workflow'] });
  });

  it.each([
    '',
    '[]',
    '{}',
    '7',
    '{"a": null}',
    '{"a": {"properties": []}}',
    '{"a": {"properties": {"b": "text"}}}',
    '{"a": {"x": 1}}',
  ])('refuses %j', async (text) => {
    expect((await check(text)).code).toBe(2);
  });
});
