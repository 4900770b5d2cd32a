/** Metrics through `main`: changes since snapshots, emails that fail, histories and charts. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { flakyService } from '../../flaky-service.ts';
import { seedAccount, type TestAccount } from '../../sandbox/account.ts';
import { scaledAccount } from '../../sandbox/scaled-account.ts';
import { createWorld, NOW, type World } from '../../world.ts';

const HOUR = 3_600_000;
const ID = 'c5361agykn6fatjv6m1yx7nd3';
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR).toISOString();

async function open(account: TestAccount): Promise<World> {
  const world = await createWorld({ account });
  onTestFinished(() => world.close());
  return world;
}

/** The only snapshot file of a world. */
async function snapshotPath({ directory }: World): Promise<string> {
  const parent = join(directory, 'data', 'metrics');
  const [name = ''] = await readdir(parent);
  return join(parent, name);
}

/** Changes the times of the snapshots of a world. */
async function age(world: World, ...hoursAgo: readonly number[]): Promise<void> {
  const path = await snapshotPath(world);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const aged = lines.map((line, index) => line.replace(NOW.toISOString(), ago(hoursAgo[index] ?? 0)));
  await writeFile(path, `${aged.join('\n')}\n`);
}

const metricsOf = (account: TestAccount, id = ID) => {
  const email = account.transactionalEmails.find(({ record }) => record.id === id);
  if (email === undefined) throw new Error('No such email');
  return email.metrics;
};

type Row = Record<string, unknown>;
const rowsOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Row[];
const rowOf = (outcome: { stdout: string }, id = ID) => rowsOf(outcome).find((row) => row['id'] === id);

describe('the change since a snapshot', () => {
  it('has rates that a threshold judges, even if the all-time rates would pass', async () => {
    const account = seedAccount();
    const { run, ...world } = await open(account);
    await run(['transactional', 'metrics', '--all', '--save', '-q']);
    await age({ run, ...world }, 24);
    Object.assign(metricsOf(account), { sends: 49_217, deliveries: 48_828, hardBounces: 196 });

    const threshold = ['--max-hard-bounce-rate', '2%', '--min-sends', '500'];
    expect((await run(['transactional', 'metrics', ID, ...threshold])).code).toBe(0);
    const since = await run(['transactional', 'metrics', '--all', '--since', '24h', ...threshold, '--json']);
    expect(since.code).toBe(9);
    expect(since.stderr).toBe(
      `Baseline: the snapshot of ${ago(24)}.\n{"warning":{"message":"1 of 64 emails failed a threshold: \\"Password reset\\"."}}\n`,
    );
    expect(rowsOf(since)[0]).toEqual({
      id: ID,
      name: 'Password reset',
      since: ago(24),
      ...{ sends: 1_000, deliveries: 900, hardBounces: 100, softBounces: 0, spamReports: 0 },
      ...{ deliveryRate: 0.9, hardBounceRate: 0.1, softBounceRate: 0, spamRate: 0 },
      verdict: 'fail',
      breaches: [{ threshold: 'max-hard-bounce-rate', limit: 0.02, rate: 0.1, by: 0.08 }],
    });
    expect(rowOf(since, 'cdv4f4vyvh0o8neokr8zoik4x')).toMatchObject({ sends: 0, spamRate: null, verdict: 'none' });
  });

  it('uses the oldest snapshot, with a warning, if none is old enough', async () => {
    const { run, ...world } = await open(seedAccount());
    await run(['transactional', 'metrics', '--all', '--save', '-q']);
    await age({ run, ...world }, 3);
    const { stderr, code } = await run(['transactional', 'metrics', '--all', '--since', '24h', '-q']);
    expect(stderr).toBe(`warning: No snapshot is as old as --since 24h; using the oldest (${ago(3)}).\n`);
    expect(code).toBe(0);
  });

  it('starts where the previous run ended with --since last --save, and the first run shows all-time metrics', async () => {
    const account = seedAccount();
    const world = await open(account);
    const nightly = [
      'transactional',
      'metrics',
      '--all',
      '--since',
      'last',
      '--save',
      '--max-spam-rate',
      '0.1%',
      '--json',
    ];
    const first = await world.run(nightly);
    expect(first.code).toBe(0);
    expect(first.stderr).toBe(
      [
        '{"warning":{"message":"No baseline yet; this run creates the first snapshot. The metrics shown are all-time."}}',
        'Saved a snapshot of 64 emails.',
        '{"warning":{"message":"0 of 64 emails had a verdict."}}',
        '',
      ].join('\n'),
    );
    expect(rowOf(first)).toMatchObject({ sends: 48_217, since: null, verdict: 'none' });
    await age(world, 24);
    metricsOf(account).sends += 10;
    expect(rowOf(await world.run(nightly))).toMatchObject({ since: ago(24), sends: 10 });
    metricsOf(account).sends += 5;
    expect(rowOf(await world.run(nightly))).toMatchObject({ since: NOW.toISOString(), sends: 5 });
  });

  it('is the total of an email created since, and unknown for one that was not saved', async () => {
    const account = seedAccount();
    const world = await open(account);
    await world.run(['transactional', 'metrics', '--all', '--save', '-q']);
    const path = await snapshotPath(world);
    const saved = JSON.parse(await readFile(path, 'utf8')) as { emails: Row[] };
    const without = saved.emails.filter(({ id }) => id !== ID);
    await writeFile(path, `${JSON.stringify({ ...saved, emails: without })}\n`);
    await age(world, 24);
    const created = await world.run(['transactional', 'create', '--name', 'New', '--json']);
    const { id } = JSON.parse(created.stdout) as { id: string };
    const since = await world.run(['transactional', 'metrics', '--all', '--since', 'last', '--json']);
    expect(rowOf(since, id)).toMatchObject({ sends: 0, deliveryRate: null });
    expect(rowOf(since)).toMatchObject({ sends: null, remark: 'not in any snapshot' });
    expect(since.stderr).toContain('{"warning":{"message":"Not in any snapshot: 1 of 65 emails."}}');
    const table = await world.run(['transactional', 'metrics', '--all', '--since', 'last', '-q']);
    expect(table.stdout).toContain('Total of 64 of 65');
  });

  it('is also judged for an email that only an older snapshot has', async () => {
    const account = seedAccount();
    const world = await open(account);
    await world.run(['transactional', 'metrics', '--all', '--save', '-q']);
    await world.run(['transactional', 'metrics', ID, '--save', '-q']);
    await age(world, 24, 1);
    const other = 'cdv4f4vyvh0o8neokr8zoik4x';
    const metrics = metricsOf(account, other);
    Object.assign(metrics, { sends: metrics.sends + 1_000, hardBounces: metrics.hardBounces + 500 });
    const threshold = ['--since', 'last', '--max-hard-bounce-rate', '2%', '--json'];
    const since = await world.run(['transactional', 'metrics', ID, other, ...threshold]);
    expect(rowOf(since, other)).toMatchObject({ since: ago(24), sends: 1_000, verdict: 'fail' });
    expect(rowOf(since)).toMatchObject({ since: ago(1), sends: 0, verdict: 'none' });
    expect(since.code).toBe(9);
    expect(since.stderr).toContain(
      `Baseline: the latest snapshot of each email (2 snapshots, ${ago(24)} to ${ago(1)}).`,
    );
  });

  it('is unknown for a metric that fell, and a threshold on it is an error', async () => {
    const account = seedAccount();
    const world = await open(account);
    await world.run(['transactional', 'metrics', ID, '--save', '-q']);
    Object.assign(metricsOf(account), { sends: 49_217, hardBounces: 3 });
    const threshold = ['--since', 'last', '--max-hard-bounce-rate', '2%', '--json'];
    const since = await world.run(['transactional', 'metrics', ID, ...threshold]);
    expect(since.code).toBe(8);
    expect(rowOf(since)).toMatchObject({
      sends: 1_000,
      hardBounces: null,
      hardBounceRate: null,
      verdict: 'error',
      remark: 'hard bounces fell from 96 to 3',
    });
  });

  it('is stored separately for each team, whatever its name', async () => {
    const names = ['../../../etc/passwd', 'CON', '', '\u0000', 'a'.repeat(5_000), '表 👋/'];
    for (const teamName of names) {
      const world = await open({ ...seedAccount(), teamName });
      expect((await world.run(['transactional', 'metrics', ID, '--save', '-q'])).code).toBe(0);
      expect(await snapshotPath(world)).toMatch(/\/data\/metrics\/[0-9a-f]{32}\.ndjson$/);
    }
  });

  it('cannot be saved if the data directory is not a directory: the error names the file', async () => {
    const world = await open(seedAccount());
    await mkdir(join(world.directory, 'data'));
    await writeFile(join(world.directory, 'data', 'metrics'), '');
    const { code, stderr, stdout } = await world.run(['transactional', 'metrics', ID, '--save']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: Could not write .*\.ndjson: /);
  });
});

describe('many emails', () => {
  it('of an empty account are none, with a warning if a threshold was given', async () => {
    const world = await open(scaledAccount({ transactionalEmails: 0 }));
    const all = ['transactional', 'metrics', '--all', '--max-spam-rate', '0.1%'];
    const sentence = '0 of 0 emails had a verdict.';
    expect(await world.run([...all, '--json'])).toEqual({
      stdout: '[]\n',
      stderr: `{"warning":{"message":"${sentence}"}}\n`,
      code: 0,
    });
    expect(await world.run(all)).toEqual({
      stdout: '',
      stderr: `warning: ${sentence}\nNo transactional emails.\n`,
      code: 0,
    });
  });

  it('need one request each and one per fifty names, with progress', async () => {
    const world = await open(scaledAccount({ transactionalEmails: 120 }));
    const { stdout, stderr, code } = await world.run(['transactional', 'metrics', '--all'], { columns: 80 });
    expect(code).toBe(0);
    // The last one is for names that the rows might lack.
    expect(world.requests).toHaveLength(3 + 120 + 1);
    expect(new Set(world.requests).size).toBe(123);
    expect(stderr).toContain('60 of 120, 60 left');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(122);
    expect(lines.at(-1)).toMatch(/^Total of 120 /);
  });

  it('are shown even if some requests fail', async () => {
    const account = scaledAccount({ transactionalEmails: 30 });
    const bad = account.transactionalEmails.slice(3, 6).map(({ record }) => record.id);
    const world = await open(account);
    const service = await flakyService(world.sandbox.baseUrl, (path) =>
      bad.some((id) => path.includes(`${id}/metrics`)),
    );
    onTestFinished(service.close);
    const threshold = ['--max-spam-rate', '0.0001%', '--json'];
    const outcome = await world.run(['transactional', 'metrics', '--all', ...threshold], { env: service.env });
    // An exceeded threshold takes precedence over emails that could not be fetched.
    expect(outcome.code).toBe(9);
    const rows = rowsOf(outcome);
    expect(rows).toHaveLength(30);
    expect(rows.filter(({ error }) => error !== undefined).map(({ id }) => id)).toEqual(bad);
    expect(rows.some(({ verdict }) => verdict === 'fail')).toBe(true);
  });

  it('are not lost for one that fails before any other was answered, unless none is', async () => {
    const world = await open(seedAccount());
    const [bad, good] = ['cdv4f4vyvh0o8neokr8zoik4x', ID];
    const service = await flakyService(world.sandbox.baseUrl, (path) => path.includes(`${bad}/metrics`));
    onTestFinished(service.close);
    const rows = (...ids: string[]) =>
      world.run(['transactional', 'metrics', ...ids, '--retries', '0', '--json'], { env: service.env });
    const outcome = await rows(bad, good);
    expect(outcome.code).toBe(7);
    expect(rowOf(outcome)).toMatchObject({ sends: 48_217 });
    expect(rowOf(outcome, bad)).toMatchObject({ error: { code: 'unavailable' } });
    const none = await flakyService(world.sandbox.baseUrl, (path) => path.endsWith('/metrics'));
    onTestFinished(none.close);
    const silent = await world.run(['transactional', 'metrics', bad, good, '--json'], { env: none.env });
    expect(silent).toMatchObject({ code: 7, stdout: '' });
  });

  it('are not all requested if the API is unavailable', async () => {
    const world = await open(scaledAccount({ transactionalEmails: 300 }));
    const service = await flakyService(world.sandbox.baseUrl, (path, count) => path.endsWith('/metrics') && count > 40);
    onTestFinished(service.close);
    const outcome = await world.run(['transactional', 'metrics', '--all'], { env: service.env });
    expect(outcome).toMatchObject({ code: 7, stdout: '' });
    expect(service.count()).toBeLessThan(40 + 4 * 30);
  });

  it('keep fields that the API adds, except names that rows use for something else', async () => {
    const account = seedAccount();
    Object.assign(metricsOf(account), { opens: 7, error: 'none', id: 'other', verdict: 'good' });
    const world = await open(account);
    const outcome = await world.run(['transactional', 'metrics', ID, 'cdv4f4vyvh0o8neokr8zoik4x', '--json']);
    expect(outcome.code).toBe(0);
    expect(rowOf(outcome)).toMatchObject({ opens: 7, sends: 48_217 });
    expect(Object.keys(rowOf(outcome) ?? {})).not.toEqual(expect.arrayContaining(['error']));
  });

  it('fail together if the key is not allowed to read them', async () => {
    const account = seedAccount();
    const world = await createWorld({ account, sandbox: { disabled: ['metrics'] } });
    onTestFinished(() => world.close());
    const { code, stdout, stderr } = await world.run(['transactional', 'metrics', ID, 'cdv4f4vyvh0o8neokr8zoik4x']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('The metrics API is not enabled');
  });
});

describe('the history of an email', () => {
  async function grown(): Promise<World> {
    const account = seedAccount();
    const world = await open(account);
    for (const _ of [0, 1, 2]) {
      await world.run(['transactional', 'metrics', '--all', '--save', '-q']);
      metricsOf(account).sends += 1_000;
      metricsOf(account).softBounces += 2;
    }
    await age(world, 48, 24, 0);
    return world;
  }

  it('is a sparkline per metric, with its first and last value', async () => {
    const world = await grown();
    expect((await world.run(['transactional', 'history', ID])).stdout).toBe(
      [
        `Password reset  ${ID}`,
        `3 snapshots, ${ago(48)} to ${ago(0)}`,
        '',
        'Sends         ▁▅█  48,217 → 50,217  +2,000',
        'Deliveries    ▁▁▁  47,928 → 47,928      +0',
        'Hard bounces  ▁▁▁          96 → 96      +0',
        'Soft bounces  ▁▅█        193 → 197      +4',
        'Spam reports  ▁▁▁            5 → 5      +0',
        '',
      ].join('\n'),
    );
    const { stdout } = await world.run(['transactional', 'history', ID, '--no-color'], { columns: 50 });
    expect(stdout).toContain('3 snapshots, 2 days ago to just now');
  });

  it('is the snapshots as JSON, oldest first', async () => {
    const { stdout } = await (await grown()).run(['transactional', 'history', ID, '--json']);
    expect((JSON.parse(stdout) as Row[]).map(({ time, sends }) => [time, sends])).toEqual([
      [ago(48), 48_217],
      [ago(24), 49_217],
      [ago(0), 50_217],
    ]);
  });

  it('is an SVG chart with the name of the email, labels, last values and dates', async () => {
    const { stdout, stderr } = await (await grown()).run(['transactional', 'history', ID, '--svg']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[\s\S]*<\/svg>\n$/);
    for (const text of [
      'Password reset',
      'Sends 50,217',
      'Soft bounces 197',
      'Nov 19',
      '3 snapshots',
      '(the axis starts at 47,',
    ]) {
      expect(stdout).toContain(text);
    }
  });
});
