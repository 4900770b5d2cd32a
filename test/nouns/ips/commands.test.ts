/** The allowlist commands with an API that returns no addresses or invalid ones. */
import { writeFileSync } from 'node:fs';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ALLOWLIST_NAMES } from '../../../src/nouns/ips/formats/index.ts';
import { expectProcessorSeconds } from '../../processor-time.ts';
import { seedAccount } from '../../sandbox/account.ts';
import { createWorld, type World } from '../../world.ts';

/** A world whose API lists these addresses. */
async function withAddresses(
  dedicatedSendingIps: readonly string[],
  work: (world: World) => Promise<void>,
): Promise<void> {
  const world = await createWorld({ account: { ...seedAccount(), dedicatedSendingIps: [...dedicatedSendingIps] } });
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

const NONE = 'This account has no dedicated sending IP: it sends from shared addresses.\n';

test.each(ALLOWLIST_NAMES)('%s: an empty list is a valid document, with a note on stderr', (format) =>
  withAddresses([], async ({ run, write }) => {
    const { stdout, stderr, code } = await run(['ips', 'list', '--format', format]);
    expect({ stderr, code }).toEqual({ stderr: NONE, code: 0 });
    await write('file', stdout);
    const checked = await run(['ips', 'check', 'file', '--format', format]);
    expect(checked).toEqual({ stdout: `file (${format}): no addresses.\n`, stderr: NONE, code: 0 });
  }),
);

test('an empty plain list prints nothing', () =>
  withAddresses([], async ({ run }) => {
    expect((await run(['ips', 'list', '--format', 'plain', '-q'])).stdout).toBe('');
    expect((await run(['ips', 'list', '--json'])).stdout).toBe('[]\n');
  }));

test.each([
  '192.0.2.0/24',
  'fe80::1%eth0',
  '',
  '192.0.2.010',
  '1.2.3',
  '0x7f.1',
  '192.0.2.1;\nallow all',
  'mail.example.org',
])('%j never reaches a firewall: exit 8, empty stdout, no file', (text) =>
  withAddresses(['192.0.2.25', text], async ({ run, write, directory }) => {
    await write('kept', 'allow 192.0.2.25;\n');
    for (const format of ALLOWLIST_NAMES) {
      const { stdout, stderr, code } = await run(['ips', 'list', '--format', format]);
      expect({ stdout, code }).toEqual({ stdout: '', code: 8 });
      expect(stderr).toContain('which is not a single IP address.');
      expect((await run(['ips', 'sync', 'new', '--format', format])).code).toBe(8);
    }
    expect((await run(['ips', 'check', 'kept'])).code).toBe(8);
    expect((await readdir(directory)).filter((name) => name === 'new')).toEqual([]);
  }),
);

test('addresses are sortAddresses by number, IPv4 first, each once, in one spelling', () =>
  withAddresses(
    ['2001:DB8::10', '192.0.2.100', '2001:db8::9', '::ffff:192.0.2.9', '192.0.2.20', '192.0.2.9'],
    async ({ run }) => {
      const { stdout } = await run(['ips', 'list', '--format', 'plain']);
      expect(stdout).toBe('192.0.2.9\n192.0.2.20\n192.0.2.100\n2001:db8::9\n2001:db8::10\n');
      // JSON is the unmodified response.
      expect(JSON.parse((await run(['ips', 'list', '--json'])).stdout)).toHaveLength(6);
    },
  ));

test('a block is not emptied without --allow-empty', () =>
  withAddresses([], async ({ run, write, directory }) => {
    const before = '# BEGIN loopsctl ips: nginx\nallow 192.0.2.25;\n# END loopsctl ips\n';
    await write('a.conf', before);
    const { stdout, stderr, code } = await run(['ips', 'sync', 'a.conf', '--format', 'nginx']);
    expect({ stdout, code }).toEqual({ stdout: '', code: 8 });
    expect(stderr).toContain('a.conf was not changed.\nhint: Pass --allow-empty');
    expect(await readFile(join(directory, 'a.conf'), 'utf8')).toBe(before);
    expect((await run(['ips', 'sync', 'new.conf', '--format', 'nginx'])).code).toBe(8);
    expect(await readdir(directory)).not.toContain('new.conf');

    const emptied = await run(['ips', 'sync', 'a.conf', '--format', 'nginx', '--allow-empty', '--json']);
    expect(JSON.parse(emptied.stdout)).toMatchObject({ changed: true, added: [], removed: ['192.0.2.25'] });
    expect(await readFile(join(directory, 'a.conf'), 'utf8')).not.toContain('allow 192');
    // An empty block needs no flag.
    expect((await run(['ips', 'sync', 'a.conf', '--format', 'nginx'])).stdout).toBe('a.conf is up to date.\n');
  }));

test('every entry is stale if the account has no address, and nothing is missing', () =>
  withAddresses([], async ({ run, write }) => {
    await write('a', '192.0.2.25\n');
    expect((await run(['ips', 'check', 'a'])).code).toBe(0);
    expect((await run(['ips', 'check', 'a', '--fail-on', 'stale'])).code).toBe(9);
  }));

test('a file keeps its permissions and the bytes around the block, and a dry run changes nothing', () =>
  withAddresses(['192.0.2.25'], async ({ run, directory }) => {
    const path = join(directory, 'a.conf');
    const around = [Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x0d, 0x0a]), Buffer.from([0x0a, 0xfe, 0x00, 0x0d])] as const;
    const before = Buffer.concat([around[0], Buffer.from('# BEGIN loopsctl ips\r\n# END loopsctl ips\r'), around[1]]);
    await writeFile(path, before);
    await chmod(path, 0o640);
    expect((await run(['ips', 'sync', 'a.conf', '--format', 'nginx', '--dry-run'])).code).toBe(0);
    expect(await readFile(path)).toEqual(before);
    expect((await run(['ips', 'sync', 'a.conf', '--format', 'nginx'])).code).toBe(0);
    const after = await readFile(path);
    expect(after.subarray(0, around[0].length)).toEqual(around[0]);
    expect(after.subarray(-around[1].length)).toEqual(around[1]);
    expect(after.toString('latin1')).toContain('\r\nallow 192.0.2.25;\r\n');
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect((await readdir(directory)).filter((name) => name.startsWith('a.conf'))).toEqual(['a.conf']);
  }));

test('changes made to the file during the request are kept', async () => {
  let edit = (): void => undefined;
  const world = await createWorld({
    account: { ...seedAccount(), dedicatedSendingIps: ['192.0.2.25'] },
    sandbox: { onRequest: () => edit() },
  });
  onTestFinished(() => world.close());
  const path = join(world.directory, 'a.conf');
  const block = '# BEGIN loopsctl ips: nginx\n# END loopsctl ips\n';
  await world.write('a.conf', `${block}deny all;\n`);
  edit = () => writeFileSync(path, `allow 10.0.0.1;\n${block}deny all;\n`);
  expect((await world.run(['ips', 'sync', 'a.conf', '--format', 'nginx'])).code).toBe(0);
  expect(await readFile(path, 'utf8')).toMatch(
    /^allow 10\.0\.0\.1;\n# BEGIN[\s\S]*\nallow 192\.0\.2\.25;\n[\s\S]*deny all;\n$/,
  );
});

test('an invalid file costs no request', () =>
  withAddresses(['192.0.2.25'], async ({ run, write, requests }) => {
    await write('junk', 'hello\n');
    await write('half', '# END loopsctl ips\n');
    expect((await run(['ips', 'check', 'junk'])).code).toBe(2);
    expect((await run(['ips', 'sync', 'half', '--format', 'plain'])).code).toBe(2);
    expect((await run(['ips', 'sync', 'junk', '--format', 'nginx'])).code).toBe(2);
    expect(requests).toEqual([]);
  }));

test('the diff and the check have colors on a terminal', () =>
  withAddresses(['192.0.2.25'], async ({ run, write }) => {
    await write('a', '# BEGIN loopsctl ips\n192.0.2.1\n# END loopsctl ips\n');
    const checked = await run(['ips', 'check', 'a'], { columns: 80 });
    expect(checked.stdout).toContain('\u001b[31mmissing\u001b[39m  192.0.2.25');
    const { stdout } = await run(['ips', 'sync', 'a', '--format', 'plain'], { columns: 80 });
    expect(stdout).toContain('\u001b[32m+192.0.2.25\u001b[39m');
    expect(stdout).toContain('\u001b[31m-192.0.2.1\u001b[39m');
  }));

test('ten thousand addresses are rendered, checked and written in seconds', () => {
  const addresses = Array.from({ length: 10_000 }, (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  const allCommands = ({ run }: World) =>
    expectProcessorSeconds(60, async () => {
      expect(JSON.parse((await run(['ips', 'sync', 'a', '--format', 'plain', '--json'])).stdout)).toMatchObject({
        changed: true,
      });
      expect((await run(['ips', 'check', 'a'])).stdout).toBe('a (plain): 10000 present.\n');
    });
  return withAddresses(addresses, allCommands);
});

test('a file needs --format only until it has a block', () =>
  withAddresses(['192.0.2.25'], async ({ run, write, directory }) => {
    const missing = await run(['ips', 'sync', 'a.conf']);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toContain('error: Missing required flag --format: a.conf has no loopsctl block yet.\n');
    for (const format of ALLOWLIST_NAMES) {
      await write(format, '');
      expect((await run(['ips', 'sync', format, '--format', format])).code).toBe(0);
      const written = await readFile(join(directory, format), 'utf8');
      expect(await run(['ips', 'sync', format])).toMatchObject({ code: 0, stdout: `${format} is up to date.\n` });
      await write(format, written.replaceAll('192.0.2.25', '192.0.2.99'));
      expect((await run(['ips', 'sync', format])).code).toBe(0);
      expect(await readFile(join(directory, format), 'utf8')).toBe(written);
    }
  }));

test.each([
  ['# BEGIN loopsctl ips\n# END loopsctl ips\n', 'the BEGIN marker in a.conf has no format'],
  ['# BEGIN loopsctl ips: caddy\n# END loopsctl ips\n', 'a.conf, line 1: unknown format "caddy" in the BEGIN marker'],
  ['allow 192.0.2.25;\n', 'a.conf has no loopsctl block yet'],
  ['[]garbage', 'a.conf has no loopsctl block yet'],
])('a file whose format is unclear is not changed: %j', (content, message) =>
  withAddresses(['192.0.2.25'], async ({ run, write, directory, requests }) => {
    await write('a.conf', content);
    const { code, stderr } = await run(['ips', 'sync', 'a.conf']);
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(stderr).toContain(message);
    expect(await readFile(join(directory, 'a.conf'), 'utf8')).toBe(content);
  }),
);

test('a check of a block with an unknown format does not guess', () =>
  withAddresses([], async ({ run, write }) => {
    await write('a.conf', '# BEGIN loopsctl ips: caddy\n# END loopsctl ips\n');
    const { code, stderr } = await run(['ips', 'check', 'a.conf']);
    expect(code).toBe(2);
    expect(stderr).toContain('unknown format "caddy"');
  }));

test('--exit-code is 9 for a change, also one that a dry run only shows', () =>
  withAddresses(['192.0.2.25'], async ({ run }) => {
    const sync = async (...flags: string[]) => (await run(['ips', 'sync', 'a', '--format', 'plain', ...flags])).code;
    expect(await sync('--exit-code', '--dry-run')).toBe(9);
    expect(await sync('--exit-code')).toBe(9);
    expect(await sync('--exit-code')).toBe(0);
    expect(await sync('--exit-code', '--dry-run')).toBe(0);
  }));

test('annotations name the file and the line', () =>
  withAddresses(['192.0.2.25'], async ({ run, write }) => {
    const list = '# ours\n192.0.2.1\n';
    await write('a', list);
    const { stderr } = await run(['ips', 'check', 'a', '--annotate', 'github', '--fail-on', 'stale']);
    expect(stderr).toBe(
      '::error file=a,title=missing::192.0.2.25 is missing from a.\n' +
        '::error file=a,line=2,title=stale::a lists 192.0.2.1, which is not a sending IP of this account.\n',
    );
    const piped = await run(['ips', 'check', '-', '--annotate', 'github'], { stdin: list });
    expect(piped.stderr).toContain('::warning title=stale::standard input lists 192.0.2.1,');
  }));

test.each([
  'null',
  '{}',
  '"192.0.2.25"',
  '[null]',
  '[["192.0.2.25"]]',
  '{"data":["192.0.2.25"]}',
  '[{"ip":"192.0.2.25"}]',
  '',
])('a response of %j is never a list: exit 8', async (body) => {
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const world = await createWorld();
  onTestFinished(() => world.close());
  await world.write('a', '192.0.2.25\n');
  const env = { LOOPS_BASE_URL: `http://127.0.0.1:${port}`, LOOPS_API_KEY: 'key' };
  for (const words of ['check a', 'sync a --format plain', 'list --format nginx']) {
    const { code, stdout } = await world.run(['ips', ...words.split(' ')], { env });
    expect({ words, code, stdout }).toEqual({ words, code: 8, stdout: '' });
  }
});
