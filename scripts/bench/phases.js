// Measures the phases of one run.
import { fileURLToPath } from 'node:url';
import { median, runOnce } from './measure.js';

/** The phases of `ips list --json` in order, each with its median in milliseconds. */
export async function measurePhases({ bin, env, runs }) {
  const program = {
    command: process.execPath,
    // The arguments are read from the command line, like the program does.
    args: [fileURLToPath(new URL('programs/phases.cjs', import.meta.url)), 'ips', 'list', '--json'],
    env: { ...env, BENCH_PROGRAM: bin },
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
    add('total', wall.ended - wall.began);
  }
  return [...phases].map(([name, values]) => ({
    name,
    ms: median(values),
    least: Math.min(...values),
    most: Math.max(...values),
  }));
}
