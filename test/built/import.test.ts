/** Proves that an import by the built program survives Ctrl-C and `kill -9`: continued, it ends like one run, and creates nobody twice. */
import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { csvOf, importWorld, succeeded } from '../nouns/contacts/import/importing.ts';
import { EXECUTABLE, LAUNCHER, outcomeOf } from '../world.ts';

const ROWS = 90;
const CREATE = 'POST /api/v1/contacts/create';
const LINE = ['contacts', 'import', 'contacts.csv', '--mode', 'create', '--may-trigger', '--yes', '--resume'];

test('an import that was stopped and killed creates each contact once', async () => {
  let stopAt = 20;
  let stop = (): void => undefined;
  const world = await importWorld({
    rateLimit: { scale: 0.1 },
    now: Date.now,
    onRequest: () => {
      if (succeeded(world, CREATE) === stopAt) stop();
    },
  });
  const run = (signal: NodeJS.Signals | undefined) => {
    const child = spawn(LAUNCHER, [EXECUTABLE, ...LINE], {
      cwd: world.directory,
      env: {
        PATH: process.env['PATH'],
        HOME: world.directory,
        LOOPS_BASE_URL: world.sandbox.baseUrl,
        LOOPS_API_KEY: world.sandbox.apiKey,
      } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    // Once: several requests may be received before the next contact, and a second Ctrl-C ends a run at once.
    stop = () => {
      stop = () => undefined;
      if (signal !== undefined) child.kill(signal);
    };
    return outcomeOf(child);
  };
  try {
    await world.write('contacts.csv', csvOf(ROWS));
    const stopped = await run('SIGINT');
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toMatch(/hint: Continue with: loopsctl contacts import contacts\.csv .*--resume\n$/);
    stopAt = 50;
    expect((await run('SIGKILL')).code).toBe(-1);
    const last = await run(undefined);
    expect(last).toMatchObject({ code: 0, stdout: expect.stringMatching(/^90 rows: .* done in earlier runs\.\n$/) });
    expect(succeeded(world, CREATE)).toBe(ROWS);
    expect(Object.keys(world.contacts()).filter((email) => email.startsWith('person'))).toHaveLength(ROWS);
  } finally {
    await world.close();
  }
}, 90_000);
