/** How the tests run: with the build's constants, the slowest files first, and only loopback addresses to talk to. */
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildConstants } from './scripts/constants.js';
import { SLOW_FILES } from './test/slow-files.ts';

/** The transcripts are slow too, but belong to `npm run test:quick`. */
const START_FIRST = [...SLOW_FILES, 'test/transcripts.test.ts', 'test/transcripts-of-accounts.test.ts'];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = START_FIRST.indexOf(relative(import.meta.dirname, moduleId).replaceAll('\\', '/'));
      return at < 0 ? START_FIRST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig(({ mode }) => ({
  define: buildConstants,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: mode === 'quick' ? [...SLOW_FILES] : [],
    setupFiles: ['test/setup.ts'],
    env: { LOOPS_BASE_URL: 'http://127.0.0.1:9/api' },
    // Some tests wait for locks and child processes: one more worker than there are processors uses that time.
    maxWorkers: availableParallelism() + 1,
    // No test replaces a module or keeps state in one, so files share the modules that are loaded.
    isolate: false,
    // Most objects of a test are dead soon: with more room for young ones, a third less time goes to collecting them.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: SlowFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
}));
