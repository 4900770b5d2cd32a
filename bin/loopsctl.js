#!/usr/bin/env node
// The executable: runs the program with the real runtime and sets the exit code. It is CommonJS, which Node starts sooner, and
// prints the version without loading the program.
'use strict';
const { existsSync, writeSync } = require('node:fs');
const { join } = require('node:path');

async function run() {
  // A run that ends without a result must not look like success.
  process.exitCode = 1;
  const { setCompilerFlags, prepareRequests, load } = require('../dist/compile-cache.cjs');
  setCompilerFlags();
  const { program, save } = load(join(__dirname, '../dist/main.cjs'));
  process.exitCode = await program.main(Object.assign(program.nodeRuntime(), { prepareRequests }));
  if (process.exitCode === 0) save();
}

const [only, ...others] = process.argv.slice(2);
if (others.length === 0 && ['--version', '-v', '-V'].includes(only)) {
  try {
    writeSync(1, `${require('../package.json').version}\n`);
  } catch {
    // The program reports why it cannot be written.
    run();
  }
} else if (existsSync(join(__dirname, '../dist/main.cjs'))) {
  run();
} else {
  process.stderr.write('loopsctl is not built: run `npm run build`.\n');
  process.exitCode = 1;
}
