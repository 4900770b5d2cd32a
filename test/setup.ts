/** Refuses to run any test that could talk to the public service: without an address, the default one would be used. */
import fc from 'fast-check';

const address = process.env['LOOPS_BASE_URL'] ?? '';

if (!/^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?\//.test(address)) {
  throw new Error(`LOOPS_BASE_URL must be a loopback address while testing, not ${JSON.stringify(address)}.`);
}

// Whatever the person who runs the tests has set must not decide their outcome.
for (const name of ['LOOPS_API_KEY', 'LOOPS_PROFILE', 'NO_COLOR', 'FORCE_COLOR', 'HTTP_PROXY', 'HTTPS_PROXY']) {
  delete process.env[name];
}

// The same examples in every run, so that a change that breaks nothing stays green; FUZZ_SEED=<number> looks elsewhere.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121) });
