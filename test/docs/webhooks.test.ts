/** Every shell line of docs/webhooks.md works as it stands there, in the order of the page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseRecord } from '../../src/nouns/webhooks/delivery/record.ts';
import { EXECUTABLE, LAUNCHER, type Outcome, outcomeOf } from '../world.ts';

const page = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);

const ENDLESS = /webhooks listen|sandbox start/;

let home = '';
let server: Server;
const accepted: string[] = [];

/** A free port: what listens there was closed a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'loopsctl-doc-'));
  await mkdir(join(home, 'bin'));
  await writeFile(join(home, 'bin', 'loopsctl'), `#!/bin/sh\nexec "${LAUNCHER}" "${EXECUTABLE}" "$@"\n`);
  await chmod(join(home, 'bin', 'loopsctl'), 0o755);
  // The user's own receiver, written as the documentation of the standard tells one to.
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const secret = (await readFile(join(home, 'secret.txt'), 'utf8')).trim();
    try {
      new Webhook(secret).verify(Buffer.concat(chunks).toString(), request.headers as Record<string, string>);
      accepted.push(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(home, { recursive: true, force: true });
});

function shell(block: string): { child: ChildProcess; ended: Promise<Outcome>; began: Promise<void> } {
  // A command that goes on takes the shell's place, so that it is the one that is stopped.
  const script = ENDLESS.test(block) ? `exec ${block}` : block;
  const child = spawn('sh', ['-e', '-c', script], {
    cwd: home,
    env: { PATH: `${home}/bin:${process.env['PATH']}`, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const began = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  return { child, ended: outcomeOf(child), began };
}

test('the page works from top to bottom', async () => {
  const port = await freePort();
  const there = (block: string) =>
    block
      .replaceAll('4870', String(port))
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${(server.address() as AddressInfo).port}`);
  const running = new Map<string, ReturnType<typeof shell>>();
  const stop = async (name: string) => {
    running.get(name)?.child.kill('SIGINT');
    const outcome = await running.get(name)?.ended;
    running.delete(name);
    expect(outcome?.code ?? 0, outcome?.stderr).toBe(0);
  };
  for (const block of blocks) {
    const name = /webhooks listen/.test(block) ? 'listen' : 'sandbox';
    // Who follows the page ends one receiver before they start another on the same port.
    if (ENDLESS.test(block) && running.has(name)) await stop(name);
    const session = shell(there(block));
    if (ENDLESS.test(block)) {
      running.set(name, session);
      const ended = session.ended.then(({ stderr }) => {
        throw new Error(`${block} ended at once: ${stderr}`);
      });
      await Promise.race([session.began, ended]);
    } else {
      const { code, stdout, stderr } = await session.ended;
      expect({ block, code, stderr }, stdout).toEqual({ block, code: 0, stderr: '' });
    }
  }
  for (const name of [...running.keys()]) await stop(name);
  expect(blocks.length).toBeGreaterThan(8);
  // Two were sent and replayed, one was sent in CI; those of the sandbox are forwarded when their time comes.
  expect(new Set(accepted).size).toBeGreaterThanOrEqual(3);
  const { entries, torn } = parseRecord(await readFile(join(home, 'events.ndjson')));
  expect(entries.length).toBeGreaterThanOrEqual(3);
  expect(torn).toEqual([]);
});
