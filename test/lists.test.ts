/** Long lists: only the pages that are needed are fetched, and a reader that goes away stops the fetching. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { scaledAccount } from './sandbox/scaled-account.ts';
import { closeStdout, createWorld, EXECUTABLE, type World } from './world.ts';

const MANY = 10_000;

async function inWorldOf(themes: number, work: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld({ account: scaledAccount({ themes }) });
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

test('--limit 5 of 10,000 items makes one request', () =>
  inWorldOf(MANY, async ({ run, requests }) => {
    const { stdout } = await run(['themes', 'list', '--limit', '5', '--json']);
    expect(JSON.parse(stdout)).toHaveLength(5);
    expect(requests).toHaveLength(1);
  }));

test('10,000 items are one JSON document, made of 200 requests', () =>
  inWorldOf(MANY, async ({ run, requests }) => {
    const { stdout, code } = await run(['themes', 'list', '--json']);
    const ids = (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
    expect(code).toBe(0);
    expect(new Set(ids).size).toBe(MANY);
    expect(requests).toHaveLength(MANY / 50);
  }));

test('a reader that closes after one line of 10,000 stops the requests, without an error', () =>
  inWorldOf(MANY, async ({ run, requests }) => {
    const { stderr, code } = await run(['themes', 'list', '-o', 'ndjson'], { onStdout: closeStdout });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(requests).toHaveLength(1);
  }));

test('the built program before `| head -1` stops requesting, without an error', () =>
  inWorldOf(MANY, async ({ sandbox, requests, directory }) => {
    const child = spawn('sh', ['-c', `"${process.execPath}" "${EXECUTABLE}" themes list -o ndjson | head -1`], {
      env: {
        PATH: process.env['PATH'],
        HOME: directory,
        LOOPS_BASE_URL: sandbox.baseUrl,
        LOOPS_API_KEY: sandbox.apiKey,
      },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    await once(child, 'close');
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toBe('');
    // What fits into the pipe's buffer may have been fetched ahead; 200 pages do not.
    expect(requests.length).toBeLessThan(20);
  }));

test.each([0, 1, 49, 50, 51])('%i items are listed exactly', (count) =>
  inWorldOf(count, async ({ run, requests }) => {
    const { stdout } = await run(['themes', 'list', '--json']);
    expect(JSON.parse(stdout)).toHaveLength(count);
    expect(requests).toHaveLength(Math.max(1, Math.ceil(count / 50)));
  }),
);

test('no items are a sentence on stderr in a table, and [] in JSON', () =>
  inWorldOf(0, async ({ run }) => {
    expect(await run(['themes', 'list'])).toEqual({ stdout: '', stderr: 'No themes.\n', code: 0 });
    expect(await run(['themes', 'list', '--json'])).toEqual({ stdout: '[]\n', stderr: '', code: 0 });
    expect(await run(['themes', 'list', '-o', 'ndjson'])).toEqual({ stdout: '', stderr: '', code: 0 });
    expect(await run(['themes', 'list', '-q'])).toEqual({ stdout: '', stderr: '', code: 0 });
  }));

test('a terminal shows the progress of a long list, and nothing of it remains', () =>
  inWorldOf(120, async ({ run }) => {
    const { stderr, stdout } = await run(['themes', 'list', '--no-color'], { columns: 100 });
    expect(stderr).toContain('50 of 120, 70 left');
    expect(stderr).toContain('100 of 120, 20 left');
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
    expect(stdout.trimEnd().split('\n')).toHaveLength(121);
    expect((await run(['themes', 'list'])).stderr).toBe('');
    expect((await run(['themes', 'list', '-q'], { columns: 100 })).stderr).toBe('');
  }));

test('a narrow terminal shows the figures alone, on one row that can be erased', () =>
  inWorldOf(120, async ({ run }) => {
    const { stderr } = await run(['themes', 'list', '--no-color'], { columns: 40 });
    expect(stderr).toContain('\r\u001b[K50 of 120, 70 left\r');
  }));

test('a terminal shows the progress of many IDs', () =>
  inWorldOf(1, async ({ run }) => {
    const ids = ['caaaaaaaaaaaaaaaaaaaaaaa', 'cbbbbbbbbbbbbbbbbbbbbbbb', 'cccccccccccccccccccccccc'];
    const { stderr } = await run(['transactional', 'metrics', ...ids], { columns: 100 });
    expect(stderr).toContain('2 of 3, 1 left');
  }));
