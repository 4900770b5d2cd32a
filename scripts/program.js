// What bin/ takes of the program.
export { main } from '../src/main.ts';
export { nodeRuntime } from '../src/runtime/node.ts';
