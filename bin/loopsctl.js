#!/usr/bin/env node
// The executable: the real runtime, one run, its exit code.

// Should the run ever end without an answer, that is not success.
process.exitCode = 1;
try {
  const [{ main }, { nodeRuntime }] = await Promise.all([import('../dist/main.js'), import('../dist/runtime-node.js')]);
  process.exitCode = await main(nodeRuntime());
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('loopsctl is not built: run `npm run build`.\n');
}
