#!/usr/bin/env node
// The executable: the real runtime, one run, its exit code. It is a script of the older kind, because Node starts those
// sooner, and answers by itself what scripts ask for in loops.
'use strict';
const { existsSync, writeSync } = require('node:fs');
const { join } = require('node:path');

async function run() {
  // Should the run ever end without an answer, that is not success.
  process.exitCode = 1;
  const { tellEngine, prepareRequests, load } = require('./engine.js');
  tellEngine();
  const { program, keep } = load(join(__dirname, '../dist/main.cjs'));
  process.exitCode = await program.main(Object.assign(program.nodeRuntime(), { prepareRequests }));
  if (process.exitCode === 0) keep();
}

const [only, ...others] = process.argv.slice(2);
if (others.length === 0 && ['--version', '-v', '-V'].includes(only)) {
  try {
    writeSync(1, `${require('../package.json').version}\n`);
  } catch {
    // The long way says why it cannot be written.
    run();
  }
} else if (existsSync(join(__dirname, '../dist/main.cjs'))) {
  run();
} else {
  process.stderr.write('loopsctl is not built: run `npm run build`.\n');
  process.exitCode = 1;
}
