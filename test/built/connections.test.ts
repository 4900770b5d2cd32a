/** The built program connects to the API and to nothing else: no telemetry, no check for updates. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createWorld, EXECUTABLE, LAUNCHER } from '../world.ts';

/** Writes the host and port of every connection, and every name that is looked up, to a file. */
const RECORDER = `
const { appendFileSync } = require('node:fs');
const record = (what) => appendFileSync(process.env.RECORD, what + '\\n');
const { Socket } = require('node:net');
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...words) {
  const [given] = words.flat();
  record(given.host + ':' + given.port);
  return connect.apply(this, words);
};
const dns = require('node:dns');
const { lookup } = dns;
dns.lookup = (name, ...words) => { record('lookup ' + name); return lookup(name, ...words); };
`;

it('themes list, doctor and a failure connect only to the base URL', async () => {
  const world = await createWorld({ loopback: true });
  try {
    const record = join(world.directory, 'connections.txt');
    const recorder = join(world.directory, 'recorder.cjs');
    await writeFile(recorder, RECORDER);
    const { baseUrl, apiKey } = world.sandbox;
    const env = { HOME: world.directory, LOOPS_BASE_URL: baseUrl, LOOPS_API_KEY: apiKey, RECORD: record };
    for (const words of [['themes', 'list'], ['doctor'], ['themes', 'show', 'caaaaaaaaaaaaaaaaaaaaaaaa']]) {
      await promisify(execFile)(LAUNCHER, ['--require', recorder, EXECUTABLE, ...words], { env }).catch(
        (error: { code: number }) => expect([4, 9]).toContain(error.code),
      );
    }
    const connections = (await readFile(record, 'utf8')).trim().split('\n');
    expect([...new Set(connections)]).toEqual([new URL(baseUrl).host]);
    expect(connections.length).toBeGreaterThanOrEqual(3);
  } finally {
    await world.close();
  }
});
