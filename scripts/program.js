// The exports that bin/ uses.
export { main } from '../src/main.ts';
export { nodeRuntime } from '../src/runtime/node.ts';
