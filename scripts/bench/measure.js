// Runs two commands alternately as separate processes and measures them, so that both see the same load.
import { spawn } from 'node:child_process';

/** Writes the peak memory of a process to its file descriptor 3 at exit. `VmHWM` is its own; `maxRSS` may be its parent's. */
const TELL_MEMORY = `data:text/javascript,${encodeURIComponent(`
import { readFileSync, writeSync } from 'node:fs';
process.on('exit', () => {
  let peak = process.resourceUsage().maxRSS;
  try {
    peak = Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {}
  writeSync(3, String(peak));
});`)}`;

/** One run: wall time from before the start of the process to its end, its measurements, and its number of lines. */
export function runOnce({ command, args, env, cwd, input }) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(command, args, {
      env,
      cwd,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
    });
    child.stdin?.end(input);
    let lines = 0;
    let ended;
    const said = { out: '', err: '', told: '' };
    child.stdout.on('data', (chunk) => {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
      if (said.out.length < 10_000) said.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.err += chunk;
    });
    child.stdio[3].on('data', (chunk) => {
      said.told += chunk;
    });
    child.on('exit', () => {
      ended = performance.now();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) {
        const wall = { began: performance.timeOrigin + began, ended: performance.timeOrigin + ended };
        resolve({ ...said, lines, wall, ms: ended - began });
      } else {
        // The terminal gets the details; the page must not contain paths of this machine.
        process.stderr.write(said.err);
        reject(new Error(`it ended with ${code}`));
      }
    });
  });
}

const WAYS = {
  time: { unit: 'ms', prepare: (side) => side, figureOf: ({ ms }) => ms },
  memory: {
    unit: 'MB',
    prepare: (side) => ({ ...side, env: { ...side.env, NODE_OPTIONS: `--import ${TELL_MEMORY}` } }),
    figureOf: ({ told }) => Number(told) / 1024,
  },
  /** For programs that measure a part of themselves. */
  inside: { unit: 'ms', prepare: (side) => side, figureOf: ({ out }) => JSON.parse(out).took },
};

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const summary = (values) => ({ median: median(values), least: Math.min(...values), most: Math.max(...values) });

/** A B A B ... after two warm-up turns (one for slow commands). */
export async function measurePair({ ours, peer, way = 'time', runs, lines }) {
  const { unit, prepare, figureOf } = WAYS[way];
  const values = [[], []];
  for (let turn = runs >= 10 ? -2 : -1; turn < runs; turn++) {
    for (const [index, side] of [ours, peer].entries()) {
      const result = await runOnce(prepare(side));
      const expected = lines?.[index];
      if (expected !== undefined && result.lines !== expected) {
        throw new Error(`${result.lines} lines where ${expected} were expected`);
      }
      if (turn >= 0) values[index].push(figureOf(result));
    }
  }
  const [a, b] = values.map(summary);
  return { unit, runs, ours: a, peer: b, ratio: a.median / b.median };
}
