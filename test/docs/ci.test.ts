/** Every job in `docs/ci.md` works: its shell lines are run on the sandbox, by the built program, as CI would run them. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWorld, EXECUTABLE, type Outcome, outcomeOf, shareCompiledCode } from '../world.ts';
import { type Job, jobsOf } from './ci-jobs.ts';

const jobs = jobsOf(await readFile(new URL('../../docs/ci.md', import.meta.url), 'utf8'));

const RIGHT = ['192.0.2.25', '198.51.100.17', '203.0.113.240', '2001:db8::25', '2001:db8:4:1::17'];
const WRONG = ['192.0.2.25', '192.0.2.99'];

const allowlist = (addresses: readonly string[]): string =>
  ['# BEGIN loopsctl ips: nginx', ...addresses.map((address) => `allow ${address};`), '# END loopsctl ips', ''].join(
    '\n',
  );

/** Programs of a server that a test must not touch: they write down how they were called. */
const STOOD_IN = ['nginx', 'systemctl'];

interface Place {
  /** Where jobs run: a checkout of a repository that stands on this disk. */
  readonly checkout: string;
  readonly run: (job: Pick<Job, 'script' | 'variables'>) => Promise<Outcome>;
  readonly read: (name: string) => Promise<string>;
}

/** A machine like that of a CI service or a server, with an allowlist in the repository and in `/etc`. */
async function inPlace(addresses: readonly string[], work: (place: Place) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loopsctl-ci-'));
  const world = await createWorld();
  const checkout = join(folder, 'checkout');
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CACHE_HOME: folder,
    CALLS: join(folder, 'calls'),
    LOOPS_BASE_URL: world.sandbox.baseUrl,
    LOOPS_API_KEY: world.sandbox.apiKey,
    // The service's own, with the repository of this disk behind the address that a job puts together of them.
    CI_SERVER_PROTOCOL: 'file',
    CI_SERVER_HOST: 'gitlab.example.org',
    CI_PROJECT_PATH: 'team/server',
    ALLOWLIST_TOKEN: 'token',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.${folder}/origin.git.insteadOf`,
    GIT_CONFIG_VALUE_0: 'file://oauth2:token@gitlab.example.org/team/server.git',
  };
  const run: Place['run'] = ({ script, variables }) => {
    const child = spawn('bash', ['-e', '-c', script.replaceAll('/etc/', `${folder}/etc/`)], {
      cwd: checkout,
      env: { ...env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return outcomeOf(child);
  };
  try {
    for (const name of ['bin', 'etc/nginx', 'checkout/nginx']) await mkdir(join(folder, name), { recursive: true });
    await symlink(EXECUTABLE, join(folder, 'bin/loopsctl'));
    await shareCompiledCode(folder);
    for (const name of STOOD_IN) {
      await writeFile(join(folder, 'bin', name), `#!/bin/sh\necho ${name} "$@" >> "$CALLS"\n`);
      await chmod(join(folder, 'bin', name), 0o755);
    }
    await writeFile(join(folder, 'etc/nginx/loops-allow.conf'), allowlist(addresses));
    await writeFile(join(checkout, 'nginx/loops-allow.conf'), allowlist(addresses));
    const made = await run({
      script: [
        'git init -q -b main . && git add -A',
        'git -c user.name=a -c user.email=a@example.org commit -q -m First',
        'git clone -q --bare . ../origin.git && git -C ../origin.git config receive.advertisePushOptions true',
        'git remote add origin ../origin.git && git push -q -u origin main',
      ].join('\n'),
      variables: {},
    });
    expect(made).toMatchObject({ code: 0 });
    await work({ checkout, run, read: (name) => readFile(join(folder, name), 'utf8') });
  } finally {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}

test('the page has jobs for GitHub Actions, GitLab CI and cron', () => {
  const names = jobs.map(({ name }) => name).join('\n');
  for (const service of ['GitHub Actions', 'GitLab CI', 'cron']) expect(names).toContain(service);
});

describe.each(jobs)('$name', (job) => {
  test('needs nothing that only the service could fill in, and does something', () => {
    expect(job.script).not.toContain('${{');
    expect(job.script).toContain('loopsctl ');
  });

  test('ends well where everything is right', () =>
    inPlace(RIGHT, async ({ run }) => {
      const { code, stderr } = await run(job);
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    }));
});

const named = (name: string): Job => {
  const job = jobs.find((candidate) => candidate.name.endsWith(name));
  if (job === undefined) throw new Error(`There is no job ${name}.`);
  return job;
};

describe('an allowlist that is out of date', () => {
  test('fails a check on GitHub and says why next to the run', () =>
    inPlace(WRONG, async ({ run }) => {
      const { code, stderr } = await run(named('GitHub Actions: check'));
      expect(code).toBe(9);
      expect(stderr).toContain('::error file=nginx/loops-allow.conf,title=missing::2001:db8::25 is missing from');
      expect(stderr).toContain(
        '::error file=nginx/loops-allow.conf,line=3,title=stale::nginx/loops-allow.conf lists 192.0.2.99,',
      );
    }));

  test('fails a check on GitLab, which still has its report', () =>
    inPlace(WRONG, async ({ run, read }) => {
      expect((await run(named('check-allowlist'))).code).toBe(9);
      expect(await read('checkout/allowlist.xml')).toContain('tests="6" failures="5"');
    }));

  test.each([
    ['GitHub Actions: sync', 'main'],
    ['sync-allowlist', 'loops-allowlist'],
  ])('is put right and pushed by %s', (name, branch) =>
    inPlace(WRONG, async ({ run }) => {
      const { code, stderr } = await run(named(name));
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      const shown = await run({
        script: `git -C ../origin.git show ${branch}:nginx/loops-allow.conf`,
        variables: {},
      });
      for (const address of RIGHT) expect(shown.stdout).toContain(`allow ${address};\n`);
      expect(shown.stdout).not.toContain('192.0.2.99');
    }),
  );

  test('is put right by cron, which reloads once, and tells when something is wrong', () =>
    inPlace(WRONG, async ({ run, read }) => {
      const [sync, check] = [named('cron: line 1'), named('cron: line 2')];
      expect((await run(check)).stdout).toContain('stale    192.0.2.99 (line 3)\n');
      expect((await run(sync)).stdout).toBe('');
      expect((await run(sync)).stdout).toBe('');
      expect(await read('calls')).toBe('nginx -t -q\nsystemctl reload nginx\n');
      expect((await run(check)).stdout).toBe('');
    }));
});
