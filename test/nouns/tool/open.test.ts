/** Proves that `open` opens only safe URLs, and prints them where no browser can be started. */
import { describe, expect, it } from 'vitest';
import { seedAccount } from '../../sandbox/account.ts';
import { createWorld, type RunOptions } from '../../world.ts';

const EMAIL = 'c5361agykn6fatjv6m1yx7nd3';
const WORKFLOW = 'cr3d19ajwtfxqfczuxgmvwzxv';
const PAGE = `https://app.loops.example/workflows/${WORKFLOW}`;
const SCREEN = { env: { DISPLAY: ':0' } };

/** Runs a command line on an account where the transactional email has this `url`. */
async function run(line: readonly string[], options: RunOptions & { url?: unknown } = {}) {
  const { url, ...rest } = options;
  const account = seedAccount();
  const emails = account.transactionalEmails.map((email) =>
    email.record.id === EMAIL && url !== undefined ? { ...email, record: { ...email.record, url } } : email,
  );
  const world = await createWorld({ account: { ...account, transactionalEmails: emails } });
  const opened: string[] = [];
  try {
    const outcome = await world.run(['open', ...line], {
      onOpen: (target) => opened.push(target),
      ...SCREEN,
      ...rest,
    });
    return {
      ...outcome,
      opened,
      requests: world.requests.map((request) => request.replace(/^(\S+ \S+?)[? ].*$/, '$1')),
    };
  } finally {
    await world.close();
  }
}

const openEmail = (url: unknown, ...flags: string[]) => run(['transactional', EMAIL, ...flags], { url });

describe('open', () => {
  it('opens the URL of the record, and prints it', async () => {
    const { stdout, stderr, code, opened } = await run(['workflow', WORKFLOW]);
    expect({ stdout, stderr, code }).toEqual({ stdout: `${PAGE}\n`, stderr: 'Opened in your browser.\n', code: 0 });
    expect(opened).toEqual([PAGE]);
  });

  it('opens any record that has a URL', async () => {
    const { stdout, opened } = await openEmail('https://app.loops.example/transactional/1?tab=draft');
    expect(opened).toEqual(['https://app.loops.example/transactional/1?tab=draft']);
    expect(stdout).toBe(`${opened[0]}\n`);
  });

  it('with --print opens nothing', async () => {
    const { stdout, stderr, opened } = await run(['workflow', WORKFLOW, '--print']);
    expect({ stdout, stderr, opened }).toEqual({ stdout: `${PAGE}\n`, stderr: '', opened: [] });
  });

  it('says in JSON whether it was opened', async () => {
    expect(JSON.parse((await run(['workflow', WORKFLOW, '--json'])).stdout)).toEqual({ url: PAGE, opened: true });
    const printed = await run(['workflow', WORKFLOW, '--json', '--print']);
    expect(JSON.parse(printed.stdout)).toEqual({ url: PAGE, opened: false });
  });

  it.each([
    ['Trial onboarding', 1],
    ['trial ONBOARDING ', 1],
    ['name:Trial onboarding', 1],
    [`id:${WORKFLOW}`, 1],
  ])('finds %s with %i request', async (typed, count) => {
    const { stdout, requests } = await run(['workflow', typed, '--print']);
    expect(stdout).toBe(`${PAGE}\n`);
    expect(requests).toHaveLength(count);
  });

  it('of a name that no record has exits 4 with the nearest names', async () => {
    const { stderr, code } = await run(['workflow', 'Trial onbording']);
    expect(code).toBe(4);
    expect(stderr).toContain(`Did you mean "Trial onboarding" (${WORKFLOW})`);
  });

  it('of a name that several records have exits 2 with their IDs', async () => {
    const account = seedAccount();
    const workflows = account.workflows.map((workflow) => ({ ...workflow, name: 'Same' }));
    const world = await createWorld({ account: { ...account, workflows } });
    const { stderr, code } = await world.run(['open', 'workflow', 'Same']);
    await world.close();
    expect(code).toBe(2);
    for (const { id } of workflows) expect(stderr).toContain(id);
  });

  it.each([undefined, null, ''])('of a record with the URL %j exits 4', async (url) => {
    const { stderr, stdout, code, opened } = await openEmail(url);
    expect({ stdout, code, opened }).toEqual({ stdout: '', code: 4, opened: [] });
    expect(stderr).toContain('The API sent no dashboard URL for this transactional email.');
  });
});

describe('a URL that is not safe', () => {
  it.each([
    'http://app.loops.example/1',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'JAVASCRIPT:alert(1)//https://',
    'data:text/html,x',
    'https://user:secret@app.loops.example/',
    'https://app.loops.example@evil.example/',
    '//evil.example',
    '/etc/passwd',
    'not a URL',
    '-h',
    7,
    { href: 'https://app.loops.example' },
    ['https://app.loops.example'],
  ])('%j is not opened', async (url) => {
    for (const flags of [[], ['--print']]) {
      const { stdout, code, opened } = await openEmail(url, ...flags);
      expect({ stdout, code, opened }).toEqual({ stdout: '', code: 8, opened: [] });
    }
  });

  it('is shown without its control characters', async () => {
    const { stderr } = await openEmail('evil:\u001b]0;title\u0007\u202e');
    expect(stderr).toContain('evil:\\u001b]0;title\\u0007\\u202e');
    for (const control of ['\u001b', '\u0007', '\u202e']) expect(stderr).not.toContain(control);
  });

  it('on this machine is allowed without encryption', async () => {
    expect((await openEmail('http://127.0.0.1:4870/1')).opened).toEqual(['http://127.0.0.1:4870/1']);
    expect((await openEmail('http://127.0.0.1.evil.example/')).opened).toEqual([]);
  });

  it('cannot put characters into the URL that the terminal or a shell would act on', async () => {
    const { stdout, opened } = await openEmail('https://app.loops.example/\u001b[31m"; rm\n\u202e');
    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatch(/^https:\/\/app\.loops\.example\/[!-~]+$/);
    expect(opened[0]).not.toMatch(/["\s]/);
    expect(stdout).toBe(`${opened[0]}\n`);
  });
});

describe('without a browser', () => {
  it.each([
    [{ DISPLAY: undefined, SSH_TTY: '/dev/pts/1' }, /SSH/],
    [{ DISPLAY: undefined }, /No display available/],
  ])('%j prints the URL with a warning and exits 0', async (env, warning) => {
    if (process.platform !== 'linux' && !('SSH_TTY' in env)) return;
    const { stdout, stderr, code, opened } = await run(['workflow', WORKFLOW], { env });
    expect({ stdout, code, opened }).toEqual({ stdout: `${PAGE}\n`, code: 0, opened: [] });
    expect(stderr).toMatch(warning);
  });

  it('that can be started prints a warning', async () => {
    const { stdout, stderr, code } = await run(['workflow', WORKFLOW], {
      onOpen: () => {
        throw Object.assign(new Error('spawn xdg-open ENOENT'), { code: 'ENOENT' });
      },
    });
    expect({ stdout, code }).toEqual({ stdout: `${PAGE}\n`, code: 0 });
    expect(stderr).toContain('Could not start a browser (ENOENT).');
  });
});
