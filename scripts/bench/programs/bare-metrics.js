// The minimal script for the metrics of every email: the list page by page, then ten emails at a time.
import { request } from 'undici';

const headers = { authorization: `Bearer ${process.env.LOOPS_API_KEY}` };
const get = async (path, query = {}) => {
  const { body } = await request(`${process.env.LOOPS_BASE_URL}/v1/transactional-emails${path}`, { headers, query });
  return body.json();
};

const ids = [];
let cursor;
do {
  const { data, pagination } = await get('', { perPage: 50, ...(cursor === undefined ? {} : { cursor }) });
  ids.push(...data.map(({ id }) => id));
  cursor = pagination.nextCursor ?? undefined;
} while (cursor !== undefined);

const rows = [];
let next = 0;
const workOn = async () => {
  while (next < ids.length) {
    const index = next++;
    rows[index] = { id: ids[index], ...(await get(`/${ids[index]}/metrics`)) };
  }
};
await Promise.all(Array.from({ length: 10 }, workOn));
await new Promise((resolve) => process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), resolve));
