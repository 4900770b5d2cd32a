// The entry of the standalone binary: what bin/loopsctl.js does, with the bundle named so that it is built in.
import { main } from '../dist/main.js';
import { nodeRuntime } from '../dist/runtime-node.js';

process.exitCode = 1;
process.exitCode = await main(nodeRuntime());
