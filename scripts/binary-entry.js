// The entry point of the standalone binary: like bin/loopsctl.js, for an engine that has its own code cache.
import { main } from '../src/main.ts';
import { nodeRuntime } from '../src/runtime/node.ts';

process.exitCode = 1;
process.exitCode = await main(nodeRuntime());
