/** `messages open --watch`: a server for this machine only, with a token, whose page follows the file. */
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld } from '../../world.ts';

/** The status and text of a response. The `Host` header of `fetch` cannot be set. */
const get = (url: string, options: { host?: string; method?: string } = {}): Promise<[number, string]> =>
  new Promise((resolve, reject) => {
    const { host, method = 'GET' } = options;
    const sent = request(
      url,
      { method, agent: false, ...(host === undefined ? {} : { headers: { host } }) },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve([response.statusCode ?? 0, text]));
      },
    );
    sent.on('error', reject).end();
  });

async function watch(lmx: string) {
  const world = await createWorld();
  onTestFinished(world.close);
  await world.write('news.lmx', lmx);
  const stop = new AbortController();
  let served: (url: string) => void;
  const url = new Promise<string>((resolve) => {
    served = resolve;
  });
  const outcome = world.run(['messages', 'open', 'news.lmx', '--watch', '-o', 'ndjson'], {
    signal: stop.signal,
    onStdout: (text) => served(JSON.parse(text).url),
  });
  return { world, url: new URL(await url), stop: () => stop.abort(), outcome };
}

test('the page follows the file, and the server ends with the run', async () => {
  const { world, url, stop, outcome } = await watch('<Paragraph>Before</Paragraph>\n');
  const version = new URL(`/version${url.search}`, url).href;
  const [, first] = await get(version);
  expect(await get(url.href)).toEqual([200, expect.stringContaining('Before')]);
  expect((await get(url.href))[1]).toContain(JSON.stringify(first));
  await world.write('news.lmx', '<Paragraph>After <</Paragraph>\n');
  const [status, second] = await get(version);
  expect({ status, isSame: second === first }).toEqual({ status: 200, isSame: false });
  expect((await get(url.href))[1]).toContain('After');
  stop();
  await outcome;
  await expect(get(url.href)).rejects.toThrow('ECONNREFUSED');
});

test('a file that cannot be read does not stop the server', async () => {
  const { world, url, stop, outcome } = await watch('<Paragraph>Before</Paragraph>\n');
  await world.write('news.lmx', '');
  expect(await get(url.href)).toEqual([500, expect.stringContaining('is empty')]);
  await world.write('news.lmx', '<Paragraph>After</Paragraph>\n');
  expect((await get(url.href))[0]).toBe(200);
  stop();
  await outcome;
});

test('other hosts, pages and tokens get nothing', async () => {
  const { url, stop, outcome } = await watch('<Paragraph>Secret plan</Paragraph>\n');
  expect(url.hostname).toBe('127.0.0.1');
  const wrong = `${url.origin}/?token=${'0'.repeat(32)}`;
  const responses = [
    await get(`${url.origin}/`),
    await get(wrong),
    await get(`${url.origin}/version`),
    await get(url.href, { host: `evil.test:${url.port}` }),
    await get(url.href, { host: `localhost:${url.port}` }),
    await get(url.href, { method: 'POST' }),
    await get(`${url.origin}/news.lmx${url.search}`),
  ];
  expect(responses.map(([status]) => status)).toEqual([403, 403, 403, 403, 403, 405, 404]);
  expect(responses.map(([, text]) => text).join()).not.toContain('Secret');
  stop();
  await outcome;
});
