// The entry of the standalone binary: what bin/loopsctl.js does, for an engine that keeps compiled code by itself.
import { main } from '../src/main.ts';
import { nodeRuntime } from '../src/runtime/node.ts';

process.exitCode = 1;
process.exitCode = await main(nodeRuntime());
