/** Allowlists checked by the programs that read them: each program accepts ours and rejects a broken one. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Address, parseAddress } from '../../../src/nouns/ips/address.ts';
import type { AllowlistName } from '../../../src/nouns/ips/formats/index.ts';
import { newAllowlist } from '../../../src/nouns/ips/managed-block.ts';
import { parseSendingIps } from '../../../src/nouns/ips/operations.ts';

const run = promisify(execFile);

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loopsctl-programs-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`;
/** Disables update checks and metadata requests: these programs need no network here. */
const ENV = {
  PATH,
  HOME: tmpdir(),
  CHECKPOINT_DISABLE: '1',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_DEFAULT_REGION: 'eu-west-1',
};

async function write(name: string, content: string): Promise<string> {
  await writeFile(join(directory, name), content);
  return join(directory, name);
}

/** The output of a program. Rejects if its exit code is not 0. */
const ask = async (program: string, ...words: string[]): Promise<string> =>
  (await run(program, words, { env: ENV, cwd: directory })).stdout;

const shell = (script: string): Promise<string> => ask('bash', '-e', '-c', script);

interface Program {
  readonly format: AllowlistName;
  /** Rejects where the program does not take the snippet in this file. */
  check(file: string, addresses: readonly Address[]): Promise<unknown>;
  /** Turns a valid allowlist into one that the program must reject. */
  readonly spoil?: (text: string) => string;
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  nginx: {
    format: 'nginx',
    async check(file) {
      const http = `server { listen unix:${directory}/socket; location / { include ${file}; deny all; } }`;
      const paths = 'access_log off; client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t;';
      const more = 'uwsgi_temp_path t; scgi_temp_path t;';
      const conf = await write('nginx.conf', `pid nginx.pid; events {} http { ${paths} ${more} ${http} }`);
      await ask('nginx', '-t', '-q', '-p', directory, '-e', 'stderr', '-c', conf);
    },
  },
  apache2: {
    format: 'apache',
    async check(file) {
      const modules = ['mpm_event', 'authz_core', 'authz_host']
        .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
        .join('\n');
      const access = `<Location />\n<RequireAny>\nInclude ${file}\n</RequireAny>\n</Location>`;
      const head = `ServerName localhost\nListen 127.0.0.1:8081\nErrorLog /dev/stderr\nDefaultRuntimeDir ${directory}`;
      const conf = await write('apache.conf', `${modules}\n${head}\n${access}\n`);
      await ask('apache2', '-t', '-f', conf);
    },
  },
  haproxy: {
    format: 'haproxy',
    async check(file) {
      const snippetLines = (await run('cat', [file])).stdout;
      const conf = await write(
        'haproxy.cfg',
        `defaults\n  mode tcp\n  timeout connect 1s\n  timeout client 1s\n  timeout server 1s\nfrontend smtp\n  bind 127.0.0.1:2525\n${snippetLines}  tcp-request connection reject unless from_loops\n`,
      );
      await ask('haproxy', '-c', '-q', '-f', conf);
    },
  },
  'iptables-restore': {
    format: 'iptables',
    check: (file) => shell(`iptables-restore --test --noflush < ${file}; ip6tables-restore --test --noflush < ${file}`),
  },
  nft: { format: 'nftables', check: (file) => ask('nft', '-c', '-f', file) },
  ufw: {
    format: 'ufw',
    check: (file) => shell(`ufw() { command ufw --dry-run "$@" > /dev/null; }; . ${file}`),
  },
  terraform: {
    format: 'terraform',
    check: (file) => ask('terraform', 'fmt', '-check', '-diff', file),
    spoil: (text) => text.replace('    "', '  "'),
  },
  aws: {
    format: 'aws-sg',
    check: (file) =>
      ask(
        'aws',
        ...['ec2', 'authorize-security-group-ingress', '--group-id', 'sg-1', '--generate-cli-skeleton', 'output'],
        ...['--ip-permissions', `file://${file}`],
      ),
    spoil: (text) => text.replace('"CidrIp"', '"Cidr"'),
  },
  postmap: {
    format: 'postfix',
    async check(file, addresses) {
      await write('main.cf', 'compatibility_level = 3.6\n');
      for (const { text } of addresses.slice(0, 10)) {
        expect(await ask('postmap', '-c', directory, '-q', text, `cidr:${file}`)).toBe('permit\n');
      }
      await expect(ask('postmap', '-c', directory, '-q', '203.0.113.99', `cidr:${file}`)).rejects.toMatchObject({
        code: 1,
        stderr: '',
      });
    },
  },
};

const EXTENSIONS: Partial<Record<AllowlistName, string>> = { terraform: '.tf', 'aws-sg': '.json' };

const fileOf = (format: AllowlistName, text: string): Promise<string> =>
  write(`${format}${EXTENSIONS[format] ?? '.txt'}`, text);

const LISTS: Readonly<Record<string, readonly string[]>> = {
  'both families': ['203.0.113.240', '192.0.2.25', '198.51.100.17', '2001:db8:4:1::17', '2001:db8::25'],
  'IPv4 alone': ['192.0.2.25'],
  'IPv6 alone': ['2001:db8::25'],
  'an address in two spellings': ['2001:db8::25', '2001:DB8:0::25', '::ffff:192.0.2.25', '192.0.2.25'],
  'many addresses': Array.from({ length: 40 }, (_, n) =>
    n % 2 === 0 ? `10.0.${n >> 8}.${n & 255}` : `2001:db8::${n}`,
  ),
  'no address': [],
};

/** Why a program cannot be asked here: it is not installed, or not allowed to look (a container without privileges). */
async function reasonToSkip(name: string, { format, check }: Program): Promise<string | undefined> {
  try {
    await shell(`command -v ${name}`);
  } catch {
    return `${name} is not installed`;
  }
  if (!['nft', 'iptables-restore', 'ufw'].includes(name)) return undefined;
  try {
    await check(await fileOf(format, `${newAllowlist(format, []).join('\n')}\n`), []);
    return undefined;
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr ?? '');
    // Only missing permissions skip a test: a rejected allowlist must fail it.
    return /not permitted|denied|root|initialize|netlink|modprobe|kernel/i.test(output)
      ? `${name} is not allowed to read the firewall here: ${output.trim().split('\n')[0]}`
      : undefined;
  }
}

describe.each(Object.entries(PROGRAMS))('%s', (name, program) => {
  const { format, check, spoil = (text) => text.replaceAll('192.0.2.25', '192.0.2.256') } = program;
  let reason: string | undefined;
  beforeAll(async () => {
    reason = await reasonToSkip(name, program);
    if (reason !== undefined) process.stderr.write(`Skipped, because ${reason}.\n`);
  });

  const render = (texts: readonly string[]) => {
    const addresses = parseSendingIps(texts);
    return { addresses, text: `${newAllowlist(format, addresses).join('\n')}\n` };
  };

  test.for(Object.entries(LISTS))('takes %s', async ([, texts], { skip }) => {
    skip(reason !== undefined, reason);
    const { addresses, text } = render(texts);
    await check(await fileOf(format, text), addresses);
  });

  test('rejects a broken allowlist', async ({ skip }) => {
    skip(reason !== undefined, reason);
    const { addresses, text } = render(['192.0.2.25']);
    const broken = spoil(text);
    expect(broken).not.toBe(text);
    await expect(check(await fileOf(format, broken), addresses)).rejects.toThrow();
  });
});

test('the addresses of the lists are addresses', () => {
  expect(
    Object.values(LISTS)
      .flat()
      .filter((text) => parseAddress(text) === undefined),
  ).toEqual([]);
});
