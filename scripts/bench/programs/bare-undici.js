// The minimal script for the same output: page after page, one item per line.
import { request } from 'undici';

const headers = { authorization: `Bearer ${process.env.LOOPS_API_KEY}` };
let cursor;
do {
  const query = { perPage: 50, ...(cursor === undefined ? {} : { cursor }) };
  const { body } = await request(`${process.env.LOOPS_BASE_URL}/v1/themes`, { headers, query });
  const { data, pagination } = await body.json();
  const text = data.map((item) => `${JSON.stringify(item)}\n`).join('');
  await new Promise((resolve) => process.stdout.write(text, resolve));
  cursor = pagination.nextCursor ?? undefined;
} while (cursor !== undefined);
