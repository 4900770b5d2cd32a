#!/usr/bin/env node
// The executable: the real runtime, one run, its exit code. It is a script of the older kind, because Node starts those
// sooner, and answers by itself what scripts ask for in loops.
'use strict';

async function run() {
  // Should the run ever end without an answer, that is not success.
  process.exitCode = 1;
  // From Node 22.8 on, what was compiled once is kept for the next run.
  require('node:module').enableCompileCache?.();
  try {
    const [{ main }, { nodeRuntime }] = await Promise.all([
      import('../dist/main.js'),
      import('../dist/runtime-node.js'),
    ]);
    process.exitCode = await main(nodeRuntime());
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('loopsctl is not built: run `npm run build`.\n');
  }
}

const [only, ...others] = process.argv.slice(2);
if (others.length === 0 && (only === '--version' || only === '-V')) {
  // Where it cannot be written, the long way says why.
  process.stdout.on('error', () => undefined);
  process.stdout.write(`${require('../package.json').version}\n`, (error) => error && run());
} else {
  run();
}
