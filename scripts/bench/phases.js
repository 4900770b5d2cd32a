// Where the time of one run goes.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { median, runOnce } from './measure.js';
import { openBuild } from './programs/build.js';

/** The phases of `ips list --json` in their order, each with the median of its milliseconds. */
export async function measurePhases({ dist, env, runs }) {
  const { chunkOf } = await openBuild(dist);
  const chunks = {
    entry: pathToFileURL(join(dist, 'main.js')).href,
    runtime: pathToFileURL(join(dist, 'runtime-node.js')).href,
    schemas: chunkOf('node_modules/zod/'),
    noun: chunkOf('src/resources/ips/index.ts'),
    execute: chunkOf('src/execute.ts'),
    client: chunkOf('src/http/connect.ts'),
  };
  const program = {
    command: process.execPath,
    args: [fileURLToPath(new URL('programs/phases.js', import.meta.url))],
    env: { ...env, BENCH_CHUNKS: JSON.stringify(chunks) },
  };
  const phases = new Map();
  const add = (name, ms) => phases.set(name, [...(phases.get(name) ?? []), ms]);
  for (let turn = -2; turn < runs; turn++) {
    const { told, wall } = await runOnce(program);
    if (turn < 0) continue;
    let before = wall.began;
    for (const [name, at] of [...JSON.parse(told), ['ending the process', wall.ended]]) {
      add(name, at - before);
      before = at;
    }
    add('in all', wall.ended - wall.began);
  }
  return [...phases].map(([name, values]) => ({
    name,
    ms: median(values),
    least: Math.min(...values),
    most: Math.max(...values),
  }));
}
