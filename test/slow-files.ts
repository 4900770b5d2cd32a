/**
 * Test files that start processes, wait for locks or run thousands of examples, slowest first. They start before all others, so
 * that no worker is left alone with a long file at the end, and `npm run test:quick` skips them.
 */
export const SLOW_FILES: readonly string[] = [
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
  'test/nouns/transactional/metrics/snapshots.test.ts',
  'test/config/secrets.test.ts',
  'test/hostile.test.ts',
  'test/nouns/ips/programs.test.ts',
  'test/built/compile-cache.test.ts',
  'test/built/output.test.ts',
  'test/built/signals.test.ts',
  'test/built/loading.test.ts',
  'test/built/package.test.ts',
  'test/nouns/workflow/tree.test.ts',
  'test/nouns/workflow/diff.test.ts',
  'test/docs/ci.test.ts',
  'test/docs/webhooks.test.ts',
  'test/sandbox/store.test.ts',
  'test/output/table.test.ts',
  'test/config/profiles.test.ts',
  'test/sandbox/paging.test.ts',
  'test/text/width.test.ts',
];
