/** How the tests run: with the build's constants, the slowest files first, and only loopback addresses to talk to. */
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildConstants } from './scripts/constants.js';

/**
 * Files that start processes, wait for locks or run thousands of examples, slowest first. They start before all others, so
 * that no worker is left alone with a long file at the end, and `npm run test:quick` leaves them out.
 */
const SLOW = [
  'test/faults/mutations.test.ts',
  'test/built/transcripts.test.ts',
  'test/faults/matrix.test.ts',
  'test/nouns/webhooks/commands.test.ts',
  'test/nouns/webhooks/record.test.ts',
  'test/nouns/workflow/pictures/pictures.test.ts',
  'test/nouns/workflow/pictures/page.test.ts',
  'test/nouns/sandbox.test.ts',
  'test/nouns/webhooks/under-load.test.ts',
  'test/http/requests.test.ts',
  'test/nouns/transactional/snapshots.test.ts',
  'test/config/secrets.test.ts',
  'test/hostile.test.ts',
  'test/nouns/ips/programs.test.ts',
  'test/built/engine.test.ts',
  'test/built/output.test.ts',
  'test/built/signals.test.ts',
  'test/built/loading.test.ts',
  'test/built/package.test.ts',
  'test/nouns/workflow/tree.test.ts',
  'test/nouns/workflow/diff.test.ts',
  'test/docs/ci.test.ts',
  'test/docs/webhooks.test.ts',
  'test/sandbox/store.test.ts',
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.indexOf(relative(import.meta.dirname, moduleId).replaceAll('\\', '/'));
      return at < 0 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig(({ mode }) => ({
  define: buildConstants,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: mode === 'quick' ? SLOW : [],
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
