#!/usr/bin/env node
// The executable: the real runtime, one run, its exit code.
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../dist/main.js', import.meta.url))) {
  process.stderr.write('loopsctl is not built yet: run `npm run build`.\n');
  process.exit(1);
}

// Should the run ever end without an answer, that is not success.
process.exitCode = 1;
const [{ main }, { nodeRuntime }] = await Promise.all([import('../dist/main.js'), import('../dist/runtime-node.js')]);
process.exitCode = await main(await nodeRuntime());
