/** Proves that a key is closed to others, that it can stay in a password manager, and that no output and no other file shows it. */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isReading } from '../../src/define/effect.ts';
import { OPERATION_LINES } from '../faults/operations.ts';
import { json, startFaultServer } from '../faults/server.ts';
import { splitWords } from '../words.ts';
import {
  createWorld,
  EXECUTABLE,
  IS_STANDALONE,
  LAUNCHER,
  type Outcome,
  outcomeOf,
  type RunOptions,
} from '../world.ts';

const KEY = 'k3yM4rk3dF0rTh3S34rch0123456789a';
const PARTS = Array.from({ length: KEY.length - 7 }, (_, at) => KEY.slice(at, at + 8));
const partsIn = (text: string): string[] => PARTS.filter((part) => text.includes(part));

const errorIn = ({ stderr }: Outcome) =>
  (JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as { error: Record<string, string> }).error;

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

/** A service that accepts the marked key and no other, and answers as the sandbox does. */
async function acceptingService(sandbox: { baseUrl: string; apiKey: string }): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { authorization = '' } = request.headers;
      const body = Buffer.concat(chunks).toString();
      const answer = await fetch(sandbox.baseUrl.replace(/\/api$/, request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: {
          authorization: authorization === `Bearer ${KEY}` ? `Bearer ${sandbox.apiKey}` : 'Bearer wrong',
          'content-type': 'application/json',
        },
        ...(body === '' ? {} : { body }),
      });
      // The key comes back in a header, as a proxy that is being debugged would have it.
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'x-ratelimit-limit': answer.headers.get('x-ratelimit-limit') ?? '',
        'x-echo': authorization,
      });
      response.end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port');
  return `http://127.0.0.1:${address.port}/api`;
}

/** A world whose service accepts the marked key. No key and no address is in its environment. */
async function home() {
  const world = await createWorld();
  onTestFinished(world.close);
  const baseUrl = await acceptingService(world.sandbox);
  const config = join(world.directory, 'config');
  return {
    directory: world.directory,
    baseUrl,
    sandbox: world.sandbox,
    config,
    file: join(config, 'config.json'),
    run: (line: string | readonly string[], options: RunOptions = {}) =>
      world.run(typeof line === 'string' ? splitWords(line) : line, {
        ...options,
        env: { LOOPS_API_KEY: undefined, LOOPS_BASE_URL: baseUrl, ...options.env },
      }),
  };
}

/** Runs the built program through a shell, in a home of its own. */
async function shell(
  script: string,
  directory: string,
  env: Record<string, string | undefined>,
  uid?: number,
): Promise<Outcome> {
  const child = spawn('/bin/sh', ['-c', script], {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: directory, NODE: LAUNCHER, LOOPSCTL: EXECUTABLE, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  child.stdin.on('error', () => undefined).end(`${KEY}\n`);
  return outcomeOf(child);
}

describe('the folder and the file with the keys', () => {
  it.each(['0000', '0002', '0022', '0077', '0027'])('are made 0700 and 0600 under umask %s', async (umask) => {
    const { directory, baseUrl } = await home();
    const outcome = await shell(`umask ${umask}; "$NODE" "$LOOPSCTL" auth login`, directory, {
      LOOPS_BASE_URL: baseUrl,
    });
    expect([outcome.code, outcome.stderr.includes('warning')]).toEqual([0, false]);
    const folder = join(directory, '.config', 'loopsctl');
    expect([await modeOf(folder), await modeOf(join(folder, 'config.json'))]).toEqual([0o700, 0o600]);
    expect(await readdir(folder)).toEqual(['config.json']);
    const tickets = join(directory, '.cache', 'loopsctl');
    const [name = ''] = (await readdir(tickets)).filter((entry) => entry !== 'code');
    expect([await modeOf(tickets), await modeOf(join(tickets, name))]).toEqual([0o700, 0o600]);
  });

  it.each(['auth list', 'ips list', 'auth use default', 'auth logout'])(
    'are tightened where they were wider, and a warning says so: %s',
    async (line) => {
      const { run, config, file } = await home();
      expect((await run('auth login', { stdin: KEY })).code).toBe(0);
      await chmod(config, 0o755);
      await chmod(file, 0o644);
      const { code, stderr } = await run(line);
      expect(code).toBe(0);
      expect([await modeOf(config), await modeOf(file)]).toEqual([0o700, 0o600]);
      const warnings = stderr.split('\n').filter((text) => text.startsWith('warning: '));
      expect(warnings.length).toBe(2);
      expect(warnings.join('\n')).toContain(`${config} (mode 0755); permissions were changed to 0700`);
      expect(warnings.join('\n')).toContain(`${file} (mode 0644); permissions were changed to 0600`);
      const again = await run('auth list');
      expect(again.stderr).not.toContain('warning');
    },
  );

  it('are tightened by --quiet runs too, and the warning is not a remark that --quiet takes away', async () => {
    const { run, config, file } = await home();
    await run('auth login', { stdin: KEY });
    await chmod(file, 0o640);
    const { code, stderr } = await run('auth list --quiet');
    expect([code, await modeOf(file), await modeOf(config)]).toEqual([0, 0o600, 0o700]);
    expect(stderr).toContain('permissions were changed');
  });
});

describe('a config file that is broken', () => {
  it.each([
    ['auth list', {}],
    ['ips list', {}],
    ['auth use default', {}],
    ['auth logout default', {}],
    ['auth login', { stdin: KEY }],
    ['ips list --profile default', { env: { LOOPS_API_KEY: KEY } }],
  ] as const)('stays byte for byte, and the error names it, with exit 2: %s', async (line, options) => {
    const { run, config, file } = await home();
    await mkdir(config, { mode: 0o700 });
    const broken = `{"profiles": {"default": {"apiKey": "${KEY}"}, \r\n\0`;
    await writeFile(file, broken, { mode: 0o600 });
    const outcome = await run(`${line} --json`, options);
    expect([outcome.code, outcome.stdout, errorIn(outcome)['code']]).toEqual([2, '', 'usage']);
    expect(errorIn(outcome)['message']).toContain(file);
    expect(partsIn(outcome.stderr)).toEqual([]);
    expect(await readFile(file, 'latin1')).toBe(broken);
    expect(await readdir(config)).toEqual(['config.json']);
  });

  it('is no obstacle to LOOPS_API_KEY', async () => {
    const { run, config, file } = await home();
    await mkdir(config, { mode: 0o700 });
    await writeFile(file, '{', { mode: 0o600 });
    expect((await run('ips list --json', { env: { LOOPS_API_KEY: KEY } })).code).toBe(0);
  });
});

describe('a home that cannot be written to', () => {
  /** Below a regular file nobody can make a folder, not even root. */
  const nowhere = async (directory: string): Promise<Record<string, string>> => {
    await writeFile(join(directory, 'file'), 'a file');
    const path = join(directory, 'file', 'below');
    return { HOME: path, XDG_CONFIG_HOME: path, XDG_DATA_HOME: path, XDG_CACHE_HOME: path };
  };

  it('is a clear error of auth login, exit 2, that names the file', async () => {
    const { directory, baseUrl } = await home();
    const env = { ...(await nowhere(directory)), LOOPS_BASE_URL: baseUrl };
    const outcome = await shell('"$NODE" "$LOOPSCTL" auth login --json', directory, env);
    expect([outcome.code, outcome.stdout, errorIn(outcome)['code']]).toEqual([2, '', 'usage']);
    expect(errorIn(outcome)['message']).toContain(join(directory, 'file', 'below', 'loopsctl', 'config.json'));
    expect(errorIn(outcome)['hint']).toContain('LOOPS_API_KEY');
    expect(await readFile(join(directory, 'file'), 'utf8')).toBe('a file');
  });

  it('does not matter to LOOPS_API_KEY: commands work, and say nothing about it', async () => {
    const { directory, baseUrl } = await home();
    const env = { ...(await nowhere(directory)), LOOPS_BASE_URL: baseUrl, LOOPS_API_KEY: KEY };
    for (const line of ['ips list --json', 'auth status', 'groups create --name New --quiet']) {
      const { code, stderr } = await shell(`"$NODE" "$LOOPSCTL" ${line}`, directory, env);
      expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
    }
  });

  it('does not keep a command without a key from saying that there is none', async () => {
    const { directory, baseUrl } = await home();
    const env = { ...(await nowhere(directory)), LOOPS_BASE_URL: baseUrl };
    const outcome = await shell('"$NODE" "$LOOPSCTL" ips list --json', directory, env);
    expect([3, 2]).toContain(outcome.code);
    expect(outcome.stderr).not.toContain('This is a bug');
  });

  /** With no HOME, and for root as a user who is in no list of users: a container's usual condition. */
  const homeless = { HOME: undefined, XDG_CONFIG_HOME: undefined, XDG_DATA_HOME: undefined, XDG_CACHE_HOME: undefined };
  const stranger = process.getuid?.() === 0 ? 54_321 : undefined;

  /** A stranger may not be allowed into the folder where the project lies: the program is copied to where they may. */
  async function readableProgram(directory: string): Promise<string> {
    await chmod(directory, 0o755);
    if (IS_STANDALONE) {
      await cp(EXECUTABLE, join(directory, 'program'));
      return join(directory, 'program');
    }
    const root = dirname(dirname(EXECUTABLE));
    for (const part of ['bin', 'dist', 'package.json']) {
      await cp(join(root, part), join(directory, 'program', part), { recursive: true });
    }
    return join(directory, 'program', 'bin', 'loopsctl.js');
  }

  it('or is missing does not matter to LOOPS_API_KEY either', async () => {
    const { directory, baseUrl } = await home();
    const LOOPSCTL = await readableProgram(directory);
    // Where this user has a home after all, nothing must be written to it.
    const cache = { XDG_CACHE_HOME: join(directory, 'cache') };
    const env = { ...homeless, ...cache, LOOPSCTL, LOOPS_BASE_URL: baseUrl, LOOPS_API_KEY: KEY };
    const outcome = await shell('"$NODE" "$LOOPSCTL" ips list --json', directory, env, stranger);
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('or is missing is no stack trace for auth login', async () => {
    const { directory, baseUrl } = await home();
    const LOOPSCTL = await readableProgram(directory);
    // Where this user has a home after all, the login must not be written to it.
    const config = { XDG_CONFIG_HOME: '/dev/null/config', XDG_CACHE_HOME: '/dev/null/cache' };
    const env = { ...homeless, ...config, LOOPSCTL, LOOPS_BASE_URL: baseUrl };
    const outcome = await shell('"$NODE" "$LOOPSCTL" auth login', directory, env, stranger);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).not.toMatch(/\n\s+at /);
  });

  it('or is an empty HOME leaves nothing in the current folder', async () => {
    const { directory, baseUrl } = await home();
    const env = { ...homeless, HOME: '', LOOPS_BASE_URL: baseUrl, LOOPS_API_KEY: KEY };
    const outcome = await shell('"$NODE" "$LOOPSCTL" ips list --json', directory, env);
    expect([outcome.code, await readdir(directory)]).toEqual([0, []]);
  });
});

describe('auth login --key-command', () => {
  const COMMAND = 'pass show loops | head -1 # s3cret-w0rds';
  const login = ['auth', 'login', '--key-command', COMMAND];

  it('stores the command and no key, and runs the command at each use', async () => {
    const { run, directory } = await home();
    const ran: string[] = [];
    const execute = async (line: string) => {
      ran.push(line);
      return KEY;
    };
    const outcome = await run(login, { execute });
    expect([outcome.code, ran]).toEqual([0, [COMMAND]]);
    expect(partsIn(everyFile(directory).join('\n'))).toEqual([]);
    expect(readFileSync(join(directory, 'config', 'config.json'), 'utf8')).toContain('pass show loops');
    for (const line of ['ips list', 'auth status', 'groups create --name New --quiet']) {
      expect([line, (await run(line, { execute })).code]).toEqual([line, 0]);
    }
    expect(ran).toEqual(Array(4).fill(COMMAND));
    expect(partsIn(everyFile(directory).join('\n'))).toEqual([]);
  });

  it('is not asked where no key is needed, nor where LOOPS_API_KEY has one', async () => {
    const { run } = await home();
    await run(login, { execute: async () => KEY });
    const execute = async (): Promise<string> => {
      throw new Error('must not run');
    };
    for (const line of ['auth list', 'auth use default', 'ips list --help', 'auth logout']) {
      expect([line, (await run(line, { execute })).code]).toEqual([line, 0]);
    }
    expect((await run('ips list', { execute, env: { LOOPS_API_KEY: KEY } })).code).toBe(0);
  });

  it.each([`${KEY}\n`, ` ${KEY} \r\n`, `\n\t${KEY}\n\n`])(
    'takes white space off what is printed: %j',
    async (printed) => {
      const { run } = await home();
      expect((await run(login, { execute: async () => printed })).code).toBe(0);
      expect((await run('auth status', { execute: async () => printed })).code).toBe(0);
    },
  );

  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['several lines', `${KEY}\nand more`],
    ['words', `key: ${KEY}`],
    ['control characters', `${KEY}\u001b[0m`],
  ])('that prints %s is exit 2, and shows neither the command nor what it printed', async (_, printed) => {
    const { run, directory } = await home();
    const outcome = await run([...login, '--json'], { execute: async () => printed });
    expect([outcome.code, errorIn(outcome)['code'], existsSync(join(directory, 'config', 'config.json'))]).toEqual([
      2,
      'usage',
      false,
    ]);
    expect(outcome.stderr).not.toMatch(/s3cret|pass show/);
    expect(partsIn(outcome.stderr)).toEqual([]);
    await run(login, { execute: async () => KEY });
    const later = await run('ips list --json --debug', { execute: async () => printed });
    expect([later.code, errorIn(later)['code']]).toEqual([2, 'usage']);
    expect(later.stderr).not.toMatch(/s3cret|pass show/);
    expect(partsIn(later.stderr)).toEqual([]);
  });

  it('that fails is exit 2, and the command is not quoted', async () => {
    const { run } = await home();
    const execute = async (): Promise<string> => {
      throw new Error('it ended with exit code 3');
    };
    for (const line of [
      [...login, '--json'],
      ['ips', 'list', '--json'],
      ['ips', 'list', '--debug', '--json'],
    ]) {
      const outcome = await run(line, { execute });
      expect([outcome.code, outcome.stdout, errorIn(outcome)['code']]).toEqual([2, '', 'usage']);
      expect(errorIn(outcome)['message']).toContain('exit code 3');
      expect(outcome.stderr).not.toMatch(/s3cret|pass show/);
      await run(login, { execute: async () => KEY });
    }
  });

  it('shows the command in no list', async () => {
    const { run } = await home();
    await run(login, { execute: async () => KEY });
    for (const line of ['auth list', 'auth list --json', 'auth status', 'auth status --json', 'auth list --debug']) {
      const { stdout, stderr, code } = await run(line, { execute: async () => KEY });
      expect([line, code]).toEqual([line, 0]);
      expect(stdout + stderr).not.toMatch(/s3cret|pass show/);
    }
  });

  it('runs in a real shell, with pipes and quotes, and its exit code is told', async () => {
    const { directory, baseUrl } = await home();
    const env = { LOOPS_BASE_URL: baseUrl };
    const key = `"$NODE" "$LOOPSCTL" auth login --key-command "printf '%s\\n' ${KEY.slice(0, 16)} | tr -d '\\n'; echo ${KEY.slice(16)}"`;
    expect((await shell(key, directory, env)).code).toBe(0);
    expect((await shell('"$NODE" "$LOOPSCTL" ips list', directory, env)).code).toBe(0);
    const failing = await shell('"$NODE" "$LOOPSCTL" auth login --key-command "exit 7" --json', directory, env);
    expect([failing.code, errorIn(failing)['message']]).toEqual([2, expect.stringContaining('exit code 7')]);
    const missing = await shell('"$NODE" "$LOOPSCTL" auth login --key-command no-such-command-here', directory, env);
    expect([missing.code, missing.stdout]).toEqual([2, '']);
  });
});

const everyFile = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path}\n${readFileSync(path, 'utf8')}`);

describe('the key is in no output, and in no file but the config', () => {
  const MANNERS = ['', ' --json', ' --debug', ' --debug --json', ' -o csv --debug'];

  function expectHidden(line: string, outcome: Outcome): void {
    expect({ line, shown: partsIn(outcome.stdout + outcome.stderr) }).toEqual({ line, shown: [] });
  }

  it('of any command that succeeds', async () => {
    const { run, directory } = await home();
    const lines = OPERATION_LINES.map(({ line }) => line);
    let succeeded = 0;
    for (const line of lines) {
      for (const manner of MANNERS) {
        const outcome = await run(line + manner, { env: { LOOPS_API_KEY: KEY } });
        expectHidden(line + manner, outcome);
        succeeded += outcome.code === 0 ? 1 : 0;
      }
    }
    // A drawing has no CSV, and many changes can be made only once; every read must have worked, or nothing is shown by it.
    const reads = OPERATION_LINES.filter(({ effect }) => isReading(effect));
    expect(succeeded).toBeGreaterThanOrEqual(reads.length * (MANNERS.length - 1));
    expect(everyFile(directory).length).toBeGreaterThan(0);
    expect(partsIn(everyFile(directory).join('\n'))).toEqual([]);
  });

  it('of any command about keys, and of none is it in a file but after auth login', async () => {
    const { run, directory, file } = await home();
    const session = [
      'auth login',
      'auth login --profile second',
      'auth list',
      'auth status',
      'auth use default',
      'ips list',
      'auth logout second',
      'auth logout',
      'auth list',
    ];
    for (const manner of MANNERS.slice(0, 4)) {
      for (const line of session) {
        const outcome = await run(line + manner, { stdin: `${KEY}\n` });
        expectHidden(line + manner, outcome);
        expect([line + manner, outcome.code]).toEqual([line + manner, 0]);
        const others = everyFile(directory).filter((text) => !text.startsWith(`${file}\n`));
        expect({ line, shown: partsIn(others.join('\n')) }).toEqual({ line, shown: [] });
        if (line === 'auth login') expect(readFileSync(file, 'utf8')).toContain(KEY);
      }
      expect(partsIn(readFileSync(file, 'utf8'))).toEqual([]);
      expect(statSync(file).mode & 0o077).toBe(0);
    }
  });

  const FAILURES = [
    ['a bad key', 401, (key: string) => ({ message: `Invalid API key: ${key}` })],
    ['a refusal that quotes it', 400, (key: string) => ({ success: false, message: `Bad header: Bearer ${key}.` })],
    ['the deprecated shape', 422, (key: string) => ({ error: { path: 'x', message: key }, key })],
    ['a crash that quotes it', 500, (key: string) => ({ message: `at handler (${key})` })],
    ['an answer that is its header', 200, (key: string) => ({ authorization: `Bearer ${key}` })],
    ['too many requests', 429, (key: string) => ({ message: `Slow down, ${key}` })],
  ] as const;

  it.each(FAILURES)('of any command in any failure: %s', async (_, status, body) => {
    const server = await startFaultServer((socket, { headers }) =>
      socket.write(json(status, body((headers['authorization'] ?? '').replace('Bearer ', '')), { 'x-echo': KEY })),
    );
    onTestFinished(server.close);
    const { run, directory } = await home();
    const env = { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` };
    const lines = [
      ...OPERATION_LINES.map(({ line }) => ({ line, key: KEY as string | undefined })),
      { line: 'auth login', key: undefined },
      { line: 'auth login --profile other', key: undefined },
    ];
    for (const { line, key } of lines) {
      for (const manner of MANNERS) {
        const outcome = await run(line + manner, { env: { ...env, LOOPS_API_KEY: key }, stdin: `${KEY}\n` });
        expectHidden(line + manner, outcome);
        expect([line + manner, outcome.code]).not.toEqual([line + manner, 0]);
      }
    }
    expect(server.arrived.length).toBeGreaterThan(lines.length);
    expect(partsIn(everyFile(directory).join('\n'))).toEqual([]);
  });

  it.each([
    ['a line break in it', `${KEY.slice(0, 16)}\n${KEY.slice(16)}`],
    ['a space in it', `${KEY.slice(0, 16)} ${KEY.slice(16)}`],
    ['another script in it', `${KEY}é`],
  ])('when it is refused for %s', async (_, key) => {
    const { run, directory } = await home();
    for (const manner of MANNERS) {
      const outcomes = [
        await run(`auth login${manner}`, { stdin: key }),
        await run(`ips list${manner}`, { env: { LOOPS_API_KEY: key } }),
      ];
      for (const outcome of outcomes) {
        expect(outcome.code).toBe(2);
        expectHidden(manner, outcome);
      }
    }
    expect(partsIn(everyFile(directory).join('\n'))).toEqual([]);
  });

  it('when it is typed where a profile, a flag or an ID belongs, it is at least not sent to anybody', async () => {
    const { run } = await home();
    const server = await startFaultServer((socket) => socket.write(json(200, {})));
    onTestFinished(server.close);
    const env = { LOOPS_BASE_URL: `http://127.0.0.1:${server.port}/api` };
    for (const line of [`ips list --profile ${KEY}`, `ips list --key ${KEY}`, `auth login ${KEY}`, `auth use ${KEY}`]) {
      expect([line, (await run(line, { env })).code]).toEqual([line, 2]);
    }
    expect(server.arrived).toEqual([]);
  });
});
