/** The rate limits: headers on every response, 429 if they are enforced, and a header for shortened windows. */
import { describe, expect, test } from 'vitest';
import { seedId } from '../../src/sandbox/identifiers.ts';
import { rateLimiter } from '../../src/sandbox/rate-limit.ts';
import { seedAccount } from './account.ts';
import { type Reply, run } from './running.ts';

const rateOf = ({ headers }: Reply) => [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];

test('every response has the headers, also if no limit is enforced', async () => {
  const { get, post, send } = await run(seedAccount());
  const answers = [
    await get('/v1/themes'),
    await get('/v1/themes', null),
    await get('/v1/nothing'),
    await send('DELETE', '/v1/themes'),
    await get('/v1/themes/x'),
    await post('/v1/campaign-groups', ' '.repeat(2 * 1024 * 1024)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 405, 400, 413]);
  for (const answer of answers) expect(rateOf(answer)).toEqual(['1000000', '1000000']);
});

test('the eleventh request of a second is refused until the window has moved', async () => {
  let now = 1_000_000;
  const { get } = await run(seedAccount(), { rateLimit: { scale: 1 }, now: () => now });
  for (let remaining = 9; remaining >= 0; remaining--) {
    expect(rateOf(await get('/v1/audience-segments'))).toEqual(['10', String(remaining)]);
  }
  const refused = await get('/v1/audience-segments');
  expect(refused).toMatchObject({ status: 429, body: { success: false, message: expect.any(String) } });
  expect(rateOf(refused)).toEqual(['10', '0']);
  expect(refused.headers.get('retry-after')).toBeNull();
  now += 999;
  expect((await get('/v1/nothing')).status).toBe(429);
  expect((await get('/v1/themes', 'wrong')).status).toBe(401);
  now += 1;
  expect((await get('/v1/nothing')).status).toBe(404);
});

test('requests without access do not count', async () => {
  const { get } = await run(seedAccount(), { rateLimit: { scale: 1 }, now: () => 0, disabled: ['workflow'] });
  for (let index = 0; index < 12; index++) {
    expect((await get('/v1/themes', 'wrong')).status).toBe(401);
    expect(rateOf(await get('/v1/workflows'))).toEqual(['10', '10']);
  }
  expect(rateOf(await get('/v1/themes'))).toEqual(['10', '9']);
});

test('content paths have a second limit of 60 per minute, and the header shows the one with fewer requests left', async () => {
  let now = 0;
  const { get } = await run(seedAccount(), { rateLimit: { scale: 1 }, now: () => now });
  for (let index = 0; index < 60; index++) {
    const answer = await get('/v1/themes');
    expect(answer.status).toBe(200);
    if (index === 0) expect(rateOf(answer)).toEqual(['10', '9']);
    if (index === 55) expect(rateOf(answer)).toEqual(['60', '4']);
    now += 500;
  }
  expect((await get(`/v1/workflows/${seedId('x')}`)).status).toBe(429);
  expect((await get('/v1/audience-segments')).status).toBe(200);
  now = 60_000;
  expect((await get('/v1/themes')).status).toBe(200);
});

describe('the limiter', () => {
  test('shortens its windows by the scale', () => {
    let now = 0;
    const { take, check } = rateLimiter(0.1, () => now);
    for (let index = 0; index < 10; index++) expect(take('/v1/lists').allowed).toBe(true);
    expect(take('/v1/lists').allowed).toBe(false);
    now = 99;
    expect(check('/v1/lists')).toEqual({ allowed: false, limit: 10, remaining: 0 });
    now = 100;
    expect(check('/v1/lists')).toEqual({ allowed: true, limit: 10, remaining: 10 });
  });

  test('does not count what it refuses', () => {
    let now = 0;
    const { take } = rateLimiter(1, () => now);
    for (let index = 0; index < 100; index++) take('/v1/lists');
    now = 1_000;
    expect(take('/v1/lists')).toEqual({ allowed: true, limit: 10, remaining: 9 });
  });
});

test('only shortened windows have a RateLimit-Policy header', async () => {
  const shortened = await run(seedAccount(), { rateLimit: { scale: 0.1 } });
  expect((await shortened.get('/v1/themes')).headers.get('ratelimit-policy')).toBe(
    '"general";q=10;w=0.1, "content";q=60;w=6',
  );
  const full = await run(seedAccount(), { rateLimit: { scale: 1 } });
  expect((await full.get('/v1/themes')).headers.get('ratelimit-policy')).toBeNull();
});
