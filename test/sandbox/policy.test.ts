/** Shortened limits are announced, so that a client can keep to them. */
import { expect, test } from 'vitest';
import { seedAccount } from './account.ts';
import { run } from './running.ts';

test('shortened windows are announced, those that everybody knows are not', async () => {
  const shortened = await run(seedAccount(), { rateLimit: { scale: 0.1 } });
  expect((await shortened.get('/v1/themes')).headers.get('ratelimit-policy')).toBe(
    '"general";q=10;w=0.1, "content";q=60;w=6',
  );
  const full = await run(seedAccount(), { rateLimit: { scale: 1 } });
  expect((await full.get('/v1/themes')).headers.get('ratelimit-policy')).toBeNull();
});
