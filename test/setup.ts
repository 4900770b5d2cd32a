/** Stops tests that could contact the public API: without a base URL they would use its default. */
import fc from 'fast-check';

const address = process.env['LOOPS_BASE_URL'] ?? '';

if (!/^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?\//.test(address)) {
  throw new Error(`LOOPS_BASE_URL must be a loopback URL in tests, not ${JSON.stringify(address)}.`);
}

// Settings of the person who runs the tests must not change the result.
for (const name of ['LOOPS_API_KEY', 'LOOPS_PROFILE', 'NO_COLOR', 'FORCE_COLOR', 'HTTP_PROXY', 'HTTPS_PROXY']) {
  delete process.env[name];
}

// The same examples in every run, so that a result depends only on the code; FUZZ_SEED=<number> draws others.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121) });
