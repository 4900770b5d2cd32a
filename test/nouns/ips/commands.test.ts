/** The allow-list commands on a service that has no address, lists nonsense, or changes its mind. */
import { writeFileSync } from 'node:fs';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FORMAT_NAMES } from '../../../src/nouns/ips/format-names.ts';
import { seedAccount } from '../../sandbox/account.ts';
import { createWorld, type World } from '../../world.ts';

/** A world whose service lists these addresses. */
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

test.each(FORMAT_NAMES)('%s: an empty list is a valid document, and stderr says that it is empty', (format) =>
  withAddresses([], async ({ run, write }) => {
    const { stdout, stderr, code } = await run(['ips', 'list', '--format', format]);
    expect({ stderr, code }).toEqual({ stderr: NONE, code: 0 });
    await write('file', stdout);
    const checked = await run(['ips', 'check', 'file', '--format', format]);
    expect(checked).toEqual({ stdout: `file (${format}): no addresses.\n`, stderr: NONE, code: 0 });
  }),
);

test('a plain list of nothing is nothing at all', () =>
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
])('%j never reaches a firewall: exit 8, nothing on stdout, no file', (text) =>
  withAddresses(['192.0.2.25', text], async ({ run, write, directory }) => {
    await write('kept', 'allow 192.0.2.25;\n');
    for (const format of FORMAT_NAMES) {
      const { stdout, stderr, code } = await run(['ips', 'list', '--format', format]);
      expect({ stdout, code }).toEqual({ stdout: '', code: 8 });
      expect(stderr).toContain('which is not one IP address.');
      expect((await run(['ips', 'sync', 'new', '--format', format])).code).toBe(8);
    }
    expect((await run(['ips', 'check', 'kept'])).code).toBe(8);
    expect((await readdir(directory)).filter((name) => name === 'new')).toEqual([]);
  }),
);

test('addresses are sorted by number, IPv4 first, each once, in one spelling', () =>
  withAddresses(
    ['2001:DB8::10', '192.0.2.100', '2001:db8::9', '::ffff:192.0.2.9', '192.0.2.20', '192.0.2.9'],
    async ({ run }) => {
      const { stdout } = await run(['ips', 'list', '--format', 'plain']);
      expect(stdout).toBe('192.0.2.9\n192.0.2.20\n192.0.2.100\n2001:db8::9\n2001:db8::10\n');
      // The usual outputs are what the service said.
      expect(JSON.parse((await run(['ips', 'list', '--json'])).stdout)).toHaveLength(6);
    },
  ));

test('a block is not emptied unless that is asked for, and the file stays as it was', () =>
  withAddresses([], async ({ run, write, directory }) => {
    const before = '# BEGIN loopsctl ips: nginx\nallow 192.0.2.25;\n# END loopsctl ips\n';
    await write('a.conf', before);
    const { stdout, stderr, code } = await run(['ips', 'sync', 'a.conf', '--format', 'nginx']);
    expect({ stdout, code }).toEqual({ stdout: '', code: 8 });
    expect(stderr).toContain('a.conf was not emptied.\nhint: Give --allow-empty');
    expect(await readFile(join(directory, 'a.conf'), 'utf8')).toBe(before);
    expect((await run(['ips', 'sync', 'new.conf', '--format', 'nginx'])).code).toBe(8);
    expect(await readdir(directory)).not.toContain('new.conf');

    const emptied = await run(['ips', 'sync', 'a.conf', '--format', 'nginx', '--allow-empty', '--json']);
    expect(JSON.parse(emptied.stdout)).toMatchObject({ changed: true, added: [], removed: ['192.0.2.25'] });
    expect(await readFile(join(directory, 'a.conf'), 'utf8')).not.toContain('allow 192');
    // What is empty already is not emptied.
    expect((await run(['ips', 'sync', 'a.conf', '--format', 'nginx'])).stdout).toBe('a.conf is up to date.\n');
  }));

test('everything in a list is stale when the service has no address, and nothing is missing', () =>
  withAddresses([], async ({ run, write }) => {
    await write('a', '192.0.2.25\n');
    expect((await run(['ips', 'check', 'a'])).code).toBe(0);
    expect((await run(['ips', 'check', 'a', '--strict-stale'])).code).toBe(9);
  }));

test('a file keeps its permissions and the bytes around the block, and a dry run keeps all of them', () =>
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

test('what somebody writes into the file while the service answers is kept', async () => {
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

test('a file that is wrong costs no request', () =>
  withAddresses(['192.0.2.25'], async ({ run, write, requests }) => {
    await write('junk', 'hello\n');
    await write('half', '# END loopsctl ips\n');
    expect((await run(['ips', 'check', 'junk'])).code).toBe(2);
    expect((await run(['ips', 'sync', 'half', '--format', 'plain'])).code).toBe(2);
    expect((await run(['ips', 'sync', 'junk', '--format', 'nginx'])).code).toBe(2);
    expect(requests).toEqual([]);
  }));

test('the diff has colours for a person, and the check too', () =>
  withAddresses(['192.0.2.25'], async ({ run, write }) => {
    await write('a', '# BEGIN loopsctl ips\n192.0.2.1\n# END loopsctl ips\n');
    const checked = await run(['ips', 'check', 'a'], { columns: 80 });
    expect(checked.stdout).toContain('\u001b[31mmissing\u001b[39m  192.0.2.25');
    const { stdout } = await run(['ips', 'sync', 'a', '--format', 'plain'], { columns: 80 });
    expect(stdout).toContain('\u001b[32m+192.0.2.25\u001b[39m');
    expect(stdout).toContain('\u001b[31m-192.0.2.1\u001b[39m');
  }));

test('ten thousand addresses are rendered, checked and kept in seconds', () => {
  const addresses = Array.from({ length: 10_000 }, (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  return withAddresses(addresses, async ({ run }) => {
    const began = performance.now();
    expect(JSON.parse((await run(['ips', 'sync', 'a', '--format', 'plain', '--json'])).stdout)).toMatchObject({
      changed: true,
    });
    expect((await run(['ips', 'check', 'a'])).stdout).toBe('a (plain): 10000 present.\n');
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
