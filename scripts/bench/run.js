// Compares the built program with its peers, against a stub on loopback, and writes docs/benchmarks.md.
//   --only <text>: measures the rows whose names contain it, and writes nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, cpus, loadavg, platform, release, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measurePair, runOnce } from './measure.js';
import { asLines, asPage } from './page.js';
import { fetchResend, RESEND } from './peers.js';
import { measurePhases } from './phases.js';
import { tableBundle } from './table-bundle.js';
import { workRows } from './work-rows.js';

const SHORT = 31;
const LONG = 5;
/** cli-table3 takes about ten seconds for 10,000 rows. */
const VERY_LONG = 3;
const ROWS = 10_000;
const NODES = 300;
const root = fileURLToPath(new URL('../..', import.meta.url));
const program = (name) => fileURLToPath(new URL(`programs/${name}.js`, import.meta.url));
const load = loadavg();
const at = process.argv.indexOf('--only');
const only = at === -1 ? undefined : process.argv[at + 1];

const folder = await mkdtemp(join(tmpdir(), 'loopsctl-bench-'));
const stub = spawn(process.execPath, [fileURLToPath(new URL('stub.js', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
try {
  const port = Number(String((await once(stub.stdout, 'data'))[0]));
  const origin = `http://127.0.0.1:${port}`;
  // A copy, so that a build in the meantime has no effect.
  for (const part of ['bin', 'dist', 'package.json']) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  const report = await measure({ folder, origin });
  if (report !== undefined) {
    await writeFile(join(root, 'docs', 'benchmarks.md'), asPage(report));
    console.log(`\n${asLines(report)}\n\nwrote docs/benchmarks.md`);
  }
} finally {
  stub.stdin.end();
  await rm(folder, { recursive: true, force: true });
}

async function measure({ folder, origin }) {
  const ownFolders = ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME'];
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(ownFolders.map((name) => [name, join(folder, 'home')])),
    LOOPS_API_KEY: 'dummy',
    RESEND_API_KEY: 're_dummy',
    RESEND_BASE_URL: origin,
    RESEND_TELEMETRY_DISABLED: '1',
    RESEND_NO_UPDATE_NOTIFIER: '1',
    DO_NOT_TRACK: '1',
  };
  const withItems = (count) => ({ ...env, LOOPS_BASE_URL: `${origin}/${count}/api` });
  const node = (args, count = 0) => ({ command: process.execPath, args, env: withItems(count) });
  const loopsctl = (line, count) => node([join(folder, 'bin', 'loopsctl.js'), ...line.split(' ')], count);
  const ndjson = (count) => loopsctl('themes list -o ndjson', count);
  const nothing = node(['-e', '0']);

  const resend = await fetchResend().then(
    (path) => ({ side: node([path, 'domains', 'list', '--json']) }),
    (error) => ({ reason: `${RESEND} could not be fetched (${error.code ?? 'unknown reason'})` }),
  );
  const binary = await findBinary(withItems(0));

  const rows = [
    {
      what: '`--version`',
      peerName: '`node -e 0`',
      goal: 1.2,
      pair: { ours: loopsctl('--version'), peer: nothing, runs: SHORT, lines: [1, 0] },
      how: 'a start that prints one line, compared with one that does nothing.',
    },
    {
      what: '`--help`',
      peerName: '`node -e 0`',
      goal: 1.5,
      pair: { ours: loopsctl('--help'), peer: nothing, runs: SHORT },
      how: 'the help of the entire program, compared with a start that does nothing.',
    },
    {
      what: '`ips list --json`',
      peerName: 'bare `node:http` script',
      goal: 1.5,
      pair: { ours: loopsctl('ips list --json'), peer: node([program('bare-http')]), runs: SHORT, lines: [5, 5] },
      how: 'one request; the peer makes the same request, parses the response and prints it.',
    },
    {
      what: '`ips list --json`',
      peerName: '`resend-cli domains list --json`',
      goal: 0.6,
      reason: resend.reason,
      pair: { ours: loopsctl('ips list --json'), peer: resend.side, runs: SHORT, lines: [5] },
      how: 'one request each, to the same stub (`RESEND_BASE_URL`), without the telemetry and the update check of the peer. The peer requires Node 22 but runs on the measured version.',
    },
    {
      what: 'standalone binary: `ips list --json`',
      peerName: '`resend-cli domains list --json`',
      goal: 0.2,
      reason: binary.reason ?? resend.reason,
      pair: { ours: binary.side, peer: resend.side, runs: SHORT, lines: [5] },
      how: 'the same with the standalone executable.',
    },
    {
      what: '10,000 items as ndjson',
      peerName: 'bare undici loop',
      goal: 1.3,
      pair: {
        ours: ndjson(ROWS),
        peer: node([program('bare-undici')], ROWS),
        runs: LONG,
        lines: [ROWS, ROWS],
      },
      how: '`themes list -o ndjson`, 200 pages; the peer requests the same pages sequentially, parses them and prints one item per line, without checks.',
    },
    {
      what: 'peak memory, 100,000 items as ndjson',
      peerName: '1,000 items',
      goal: 1.25,
      pair: { ours: ndjson(100_000), peer: ndjson(1_000), runs: LONG, way: 'memory', lines: [100_000, 1_000] },
      how: 'both loopsctl; the peak memory of the process (`VmHWM`, or `maxRSS` without `/proc`), read by a hook at exit.',
    },
    {
      what: '`workflow show`, 300 nodes',
      peerName: '`workflow show --json`',
      goal: 1.15,
      pair: {
        ours: loopsctl('workflow show id:w', NODES),
        peer: loopsctl('workflow show id:w --json', NODES),
        runs: SHORT,
      },
      how: 'both loopsctl: the same response drawn as a graph, with cached names of other records, and printed unchanged.',
    },
    {
      what: '10,000-row table',
      peerName: 'cli-table3 alone',
      goal: 1.2,
      pair: {
        ours: {
          ...node([program('our-table'), String(ROWS)]),
          env: { ...env, BENCH_TABLE: await tableBundle(folder) },
        },
        peer: node([program('bare-table'), String(ROWS)]),
        runs: VERY_LONG,
        way: 'inside',
        lines: [1, 1],
      },
      how: 'only the drawing, measured inside separate processes: the function that draws `themes list`, and cli-table3 with the same cells, both without requests, checks or printing.',
    },
  ];
  rows.push(...(await workRows({ folder, loopsctl, nothing })));
  for (const row of rows) {
    if (row.reason !== undefined || (only !== undefined && !row.what.includes(only))) continue;
    // Some rows take minutes on a busy machine.
    process.stdout.write(`${row.what} / ${row.peerName}: `);
    try {
      row.result = await measurePair(row.pair);
    } catch (error) {
      row.reason = error.code ?? error.message;
    }
    console.log(row.result?.ratio.toFixed(2) ?? row.reason);
  }
  if (only !== undefined) return undefined;
  const phases = await measurePhases({ bin: join(folder, 'bin'), env: withItems(0), runs: SHORT }).catch((error) => {
    console.error(`The phases could not be measured: ${error.message}`);
    return [];
  });
  const withoutCode = (side) => ({ ...side, env: { ...side.env, NODE_DISABLE_COMPILE_CACHE: '1' } });
  const first = await measurePair({
    ours: withoutCode(loopsctl('ips list --json')),
    peer: loopsctl('ips list --json'),
    runs: SHORT,
  });
  const dependency = async (name) => ({ name, version: await versionOf(name) });
  return {
    rows,
    phases,
    first,
    certificates: await withCertificates(rows),
    phaseRuns: SHORT,
    machine: {
      date: new Date().toISOString().slice(0, 10),
      cores: cpus().length,
      model: cpus()[0]?.model.trim() ?? 'unknown processor',
      memory: Math.round(totalmem() / 2 ** 30),
      load: load.map((value) => value.toFixed(2)).join(' '),
      system: `${platform()} ${release()} ${arch()}`,
    },
    versions: [
      { name: 'Node', version: process.version },
      { name: 'loopsctl', version: JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version },
      { name: 'resend-cli', version: RESEND.split('@')[1] },
      await dependency('undici'),
      await dependency('cli-table3'),
    ],
  };
}

/** Repeats the short runs in the environment of this shell, where every start of Node loads certificates. */
async function withCertificates(rows) {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  if (NODE_EXTRA_CA_CERTS === undefined) return [];
  const loading = (side) => ({ ...side, env: { ...side.env, NODE_EXTRA_CA_CERTS } });
  const again = rows.filter(({ pair, result }) => pair.runs === SHORT && result !== undefined);
  const results = [];
  for (const { pair, ...row } of again) {
    const result = await measurePair({ ...pair, ours: loading(pair.ours), peer: loading(pair.peer) });
    results.push({ ...row, result });
  }
  return results;
}

async function findBinary(env) {
  const usual = join(root, 'dist-binary', `loopsctl-${platform()}-${arch()}${platform() === 'win32' ? '.exe' : ''}`);
  const path = process.env.BENCH_BINARY ? resolve(process.env.BENCH_BINARY) : usual;
  try {
    await access(path);
  } catch {
    return { reason: 'run `npm run build:binary` first' };
  }
  const side = { command: path, args: ['ips', 'list', '--json'], env };
  return runOnce(side).then(
    () => ({ side }),
    (error) => ({ reason: `failed to run (${error.code ?? error.message})` }),
  );
}

async function versionOf(name) {
  const path = createRequire(import.meta.url).resolve(`${name}/package.json`);
  return JSON.parse(await readFile(join(dirname(path), 'package.json'), 'utf8')).version;
}
