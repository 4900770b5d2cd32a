/** How the tests run: with the build's constants, and never without a loopback address to talk to. */
import { defineConfig } from 'vitest/config';
import { buildConstants } from './scripts/constants.js';

export default defineConfig({
  define: buildConstants,
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    env: { LOOPS_BASE_URL: 'http://127.0.0.1:9/api' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
