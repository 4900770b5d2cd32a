/** Lists: correct at every page boundary, newest first, and stable while items are created. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../src/sandbox/store.ts';
import { memoryStore, seedAccount } from './account.ts';
import { type Running, run, serve } from './running.ts';
import { scaledAccount } from './scaled-account.ts';

interface Page {
  pagination: {
    totalResults: number;
    returnedResults: number;
    perPage: number;
    totalPages: number;
    nextCursor: string | null;
    nextPage: string | null;
  };
  data: { id: string; createdAt: string }[];
}

const lists = ['transactional-emails', 'transactional-groups', 'campaign-groups', 'themes', 'audience-segments'];
const scaled = (count: number) =>
  scaledAccount({ transactionalEmails: count, groups: count, themes: count, segments: count });

/** All pages of a list, following `nextCursor`; `between` runs after each page but the last. */
async function pagesOf({ get }: Running, list: string, perPage: number, between = async () => {}): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor = '';
  for (;;) {
    const { body } = await get<Page>(`/v1/${list}?perPage=${perPage}${cursor}`);
    pages.push(body);
    if (body.pagination.nextCursor === null) return pages;
    cursor = `&cursor=${body.pagination.nextCursor}`;
    await between();
  }
}

const idsOf = (pages: readonly Page[]) => pages.flatMap(({ data }) => data.map(({ id }) => id));

describe.each(lists)('%s', (list) => {
  test.each([0, 1, 9, 10, 11, 49, 50, 51, 101])('%i items', async (count) => {
    const running = await run(scaled(count));
    for (const perPage of [10, 50]) {
      const pages = await pagesOf(running, list, perPage);
      expect(pages).toHaveLength(Math.max(1, Math.ceil(count / perPage)));
      for (const [index, { pagination, data }] of pages.entries()) {
        const isLast = index === pages.length - 1;
        expect(pagination).toEqual({
          totalResults: count,
          returnedResults: isLast ? count - index * perPage : perPage,
          perPage,
          totalPages: Math.ceil(count / perPage),
          nextCursor: isLast ? null : expect.any(String),
          nextPage: isLast ? null : expect.stringContaining(`${running.baseUrl}/v1/${list}?`),
        });
        expect(data).toHaveLength(pagination.returnedResults);
      }
      const dates = pages.flatMap(({ data }) => data.map(({ createdAt }) => createdAt));
      expect(dates).toEqual([...new Set(dates)].sort().reverse());
      expect(new Set(idsOf(pages)).size).toBe(count);
    }
  });
});

test('every item appears once and in order, for any count and page size', async () => {
  let account = scaledAccount({ themes: 0 });
  const store: Store = { read: async () => account, update: () => Promise.reject(new Error('Lists change nothing')) };
  const running = await serve({ store });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 160 }), fc.integer({ min: 10, max: 50 }), async (count, perPage) => {
      account = scaledAccount({ themes: count });
      expect(idsOf(await pagesOf(running, 'themes', perPage))).toEqual(account.themes.map(({ id }) => id));
    }),
    { numRuns: 60 },
  );
});

test('items that are created between two pages neither repeat nor hide other items', async () => {
  const running = await run(scaledAccount({ groups: 51, transactionalEmails: 51 }), { now: () => 0 });
  for (const list of ['transactional-groups', 'campaign-groups', 'transactional-emails']) {
    const before = idsOf(await pagesOf(running, list, 50));
    const create = async () => {
      for (const name of ['one', 'two', 'three']) await running.post(`/v1/${list}`, { name });
    };
    expect(idsOf(await pagesOf(running, list, 10, create))).toEqual(before);
    expect(idsOf(await pagesOf(running, list, 50)).slice(-51)).toEqual(before);
  }
});

test('nextPage and nextCursor return the same page', async () => {
  const { get, baseUrl } = await run(seedAccount());
  const { nextPage, nextCursor } = (await get<Page>('/v1/themes?perPage=10')).body.pagination;
  const followed = await get<Page>((nextPage ?? '').slice(baseUrl.length));
  const asked = await get<Page>(`/v1/themes?perPage=10&cursor=${nextCursor}`);
  expect(followed.body).toEqual(asked.body);
  expect(asked.body.pagination).toMatchObject({ perPage: 10, returnedResults: 2 });
});

test.each(['9', '51', '0', '-10', '10.5', '1e1', '', 'ten', ' 20', '0x14', '100000000000000000000'])(
  'perPage=%j is refused',
  async (perPage) => {
    const { get } = await run(seedAccount());
    const answer = await get(`/v1/themes?perPage=${encodeURIComponent(perPage)}`);
    expect(answer).toMatchObject({ status: 400, body: { success: false, message: expect.any(String) } });
  },
);

test('the default page size is 20, and unknown parameters are ignored', async () => {
  const { get } = await run(seedAccount());
  const { status, body } = await get<Page>('/v1/transactional-emails?sort=name&page=2');
  expect({ status, perPage: body.pagination.perPage, count: body.data.length }).toEqual({
    status: 200,
    perPage: 20,
    count: 20,
  });
});

test('invalid cursors are refused, and so are those of another list', async () => {
  const { get } = await run(seedAccount());
  const { nextCursor } = (await get<Page>('/v1/campaign-groups')).body.pagination;
  expect((await get(`/v1/campaign-groups?cursor=${nextCursor}`)).status).toBe(200);
  for (const cursor of [
    '',
    'made-up',
    '0',
    'dGhlbWVz',
    `${nextCursor}x`,
    nextCursor?.slice(0, -1),
    `${nextCursor}%3D`,
  ]) {
    expect((await get(`/v1/campaign-groups?cursor=${cursor}`)).status, cursor).toBe(400);
  }
  expect((await get(`/v1/transactional-groups?cursor=${nextCursor}`)).status).toBe(400);
});

test('10,000 items take 200 requests', async () => {
  const running = await serve({ store: memoryStore(scaledAccount({ themes: 10_000 })) });
  const pages = await pagesOf(running, 'themes', 50);
  expect(pages).toHaveLength(200);
  expect(new Set(idsOf(pages)).size).toBe(10_000);
});
