/** Metrics that cannot be read: a threshold on them never passes, and a snapshot without them is not a success. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorld, type Outcome } from '../../world.ts';
import { type MetricsService, startMetricsService } from './service.ts';

const GOOD = { sends: 1_000, deliveries: 990, spamReports: 0, hardBounces: 5, softBounces: 5 };

/** `undefined` leaves the field out of the JSON. */
const UNREADABLE: ReadonlyArray<readonly [string, unknown]> = [
  ['absent', undefined],
  ['null', null],
  ['text', '5'],
  ['negative', -5],
  ['not finite', '1e999'],
  ['an object', {}],
];

interface Run extends MetricsService {
  readonly directory: string;
  run(...words: readonly string[]): Promise<Outcome>;
}

async function open(responses: Record<string, unknown>): Promise<Run> {
  const world = await createWorld();
  const service = await startMetricsService(responses);
  onTestFinished(async () => {
    await service.close();
    await world.close();
  });
  const run = (...words: readonly string[]) => world.run(['transactional', 'metrics', ...words], { env: service.env });
  return { ...service, directory: world.directory, run };
}

type Row = Record<string, unknown>;
const rowsOf = ({ stdout }: Outcome) => JSON.parse(stdout) as Row[];

/** Edits the only email of the only snapshot. */
async function editSnapshot({ directory }: Run, changes: Row): Promise<void> {
  const parent = join(directory, 'data', 'metrics');
  const path = join(parent, (await readdir(parent))[0] ?? '');
  const snapshot = JSON.parse(await readFile(path, 'utf8')) as { emails: Row[] };
  await writeFile(path, `${JSON.stringify({ ...snapshot, emails: [{ ...snapshot.emails[0], ...changes }] })}\n`);
}

const HARD = ['--max-hard-bounce-rate', '2%'];

describe.each(['hardBounces', 'sends'])('a threshold on %s', (metric) => {
  const words = metric === 'sends' ? 'sends' : 'hard bounces';

  it.each(UNREADABLE)('never passes when it is %s', async (_, value) => {
    const { run } = await open({ c1: { ...GOOD, [metric]: value } });
    const outcome = await run('id:c1', ...HARD, '--json');
    expect(outcome.code).toBe(8);
    const [row] = rowsOf(outcome);
    expect(row).toMatchObject({ verdict: 'error', breaches: [] });
    expect(row?.['remark']).toContain(words);
  });
});

describe('an email with an unreadable metric', () => {
  it('is still judged by a threshold on another metric', async () => {
    const { run } = await open({ c1: { ...GOOD, hardBounces: null, spamReports: 50 } });
    const outcome = await run('id:c1', ...HARD, '--max-spam-rate', '0.1%', '--json');
    expect(outcome.code).toBe(9);
    expect(rowsOf(outcome)[0]).toMatchObject({ verdict: 'fail', breaches: [{ threshold: 'max-spam-rate' }] });
    expect(rowsOf(outcome)[0]?.['remark']).toContain('hard bounces');
  });

  it('passes a threshold that does not need that metric', async () => {
    const { run } = await open({ c1: { ...GOOD, hardBounces: null } });
    const outcome = await run('id:c1', '--max-spam-rate', '0.1%', '--json');
    expect(outcome.code).toBe(0);
    expect(rowsOf(outcome)[0]).toMatchObject({ verdict: 'pass' });
  });

  it('is an error in JUnit and in annotations, not skipped', async () => {
    const { run } = await open({ c1: { ...GOOD, hardBounces: '5' } });
    const junit = await run('id:c1', ...HARD, '-o', 'junit');
    expect(junit.stdout).toContain('failures="1" skipped="0"');
    expect(junit.stdout).toContain('type="unexpected_response" message="c1: hard bounces');
    expect((await run('id:c1', ...HARD, '--annotate', 'github')).stderr).toContain(
      '::error title=unexpected_response::',
    );
  });

  it('does not hide that another email exceeds the threshold', async () => {
    const { run } = await open({ c1: { ...GOOD, hardBounces: null }, c2: { ...GOOD, hardBounces: 500 } });
    const outcome = await run('--all', ...HARD, '--json');
    expect(outcome.code).toBe(9);
    expect(rowsOf(outcome).map(({ verdict }) => verdict)).toEqual(['fail', 'error']);
  });

  it('is not judged where it has fewer sends than --min-sends', async () => {
    const { run } = await open({ c1: { ...GOOD, hardBounces: null } });
    expect((await run('id:c1', ...HARD, '--min-sends', '5000')).code).toBe(0);
  });

  it('that has no metric at all is an unexpected response', async () => {
    const { run } = await open({ c1: { metrics: GOOD }, c2: GOOD });
    expect((await run('id:c1', 'id:c2', ...HARD)).code).toBe(8);
    expect((await run('id:c1', ...HARD)).code).toBe(8);
  });
});

describe('--save', () => {
  it.each(UNREADABLE)('exits 8 when a metric is %s', async (_, value) => {
    const { run } = await open({ c1: { ...GOOD, hardBounces: value } });
    expect((await run('id:c1', '--save')).code).toBe(8);
    expect((await run('--all', '--save', '-q')).code).toBe(8);
  });

  it('exits 8 when nothing could be saved', async () => {
    const { run } = await open({ c1: { metrics: GOOD } });
    const { code, stderr } = await run('--all', '--save', '-q');
    expect({ code, stderr }).toEqual({ code: 8, stderr: 'warning: No snapshot saved: no metrics could be read.\n' });
  });
});

describe('a threshold with --since', () => {
  const since = [...HARD, '--since', 'last', '--json'];

  it.each(UNREADABLE)('never passes when the metric is %s in the API response', async (_, value) => {
    const world = await open({ c1: GOOD });
    await world.run('id:c1', '--save', '-q');
    world.responses['c1'] = { ...GOOD, sends: 2_000, hardBounces: value };
    const outcome = await world.run('id:c1', ...since);
    expect(outcome.code).toBe(8);
    expect(rowsOf(outcome)[0]).toMatchObject({ verdict: 'error', hardBounces: null });
  });

  it.each(UNREADABLE)('never passes when the metric is %s in the baseline', async (_, value) => {
    const world = await open({ c1: GOOD });
    await world.run('id:c1', '--save', '-q');
    await editSnapshot(world, { hardBounces: value });
    world.responses['c1'] = { ...GOOD, sends: 2_000 };
    const outcome = await world.run('id:c1', ...since);
    expect(outcome.code).toBe(8);
    expect(rowsOf(outcome)[0]).toMatchObject({ verdict: 'error', sends: 1_000, hardBounces: null });
    expect(rowsOf(outcome)[0]?.['remark']).toBe('hard bounces missing in the baseline');
  });

  it('never passes when the metric is lower than in the baseline', async () => {
    const world = await open({ c1: GOOD });
    await world.run('id:c1', '--save', '-q');
    world.responses['c1'] = { ...GOOD, sends: 2_000, hardBounces: 3 };
    const outcome = await world.run('id:c1', ...since);
    expect(outcome.code).toBe(8);
    expect(rowsOf(outcome)[0]).toMatchObject({ verdict: 'error', remark: 'hard bounces fell from 5 to 3' });
  });
});

describe('thresholds that judged nothing', () => {
  it('are reported when --min-sends excludes every email', async () => {
    const { run } = await open({ c1: GOOD, c2: GOOD });
    const { code, stderr } = await run('--all', ...HARD, '--min-sends', '5000', '-q');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'warning: 0 of 2 emails had a verdict.\n' });
  });

  it('exit 8 when the API response lacks the groups of emails', async () => {
    const { run } = await open({ c1: GOOD });
    const { code, stdout } = await run('--group', 'id:g1', ...HARD);
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
  });

  it('are reported when there is no email', async () => {
    const { run } = await open({});
    expect((await run('--all', ...HARD, '-q')).stderr).toBe('warning: 0 of 0 emails had a verdict.\n');
  });

  it('exit 9 with --require-baseline when there is no baseline, and only then', async () => {
    const world = await open({ c1: GOOD, c2: GOOD });
    const nightly = ['--all', '--save', '--since', 'last', ...HARD, '--require-baseline'];
    const first = await world.run(...nightly);
    expect(first.code).toBe(9);
    expect(first.stderr).toContain('0 of 2 emails had a verdict');
    world.responses['c1'] = { ...GOOD, sends: 3_000 };
    expect((await world.run(...nightly)).code).toBe(0);
    // No sends since the last run: there was a baseline.
    expect((await world.run(...nightly)).code).toBe(0);
  });

  it('need a threshold and --since for --require-baseline', async () => {
    const { run } = await open({ c1: GOOD });
    for (const words of [[...HARD], ['--since', 'last']]) {
      const { code, stderr } = await run('id:c1', '--require-baseline', ...words);
      expect(code).toBe(2);
      expect(stderr).toContain('--require-baseline requires --since and at least one threshold');
    }
  });

  it('exit with the code of the errors when no email could be fetched', async () => {
    const { run } = await open({});
    expect((await run('id:c1', 'id:c2', ...HARD)).code).toBe(4);
  });
});
