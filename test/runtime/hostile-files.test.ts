/** Proves that large and deeply nested files end as usage errors, and not as bugs of the program. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitWords } from '../words.ts';
import { createWorld, type World } from '../world.ts';

const DEPTH = 100_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const object = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
  await world.write('object.json', object);
  await world.write('array.json', `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`);
  await world.write('nodes.json', `{"id":"w","name":"W","nodes":{"n":${object}}}`);
  await world.write('large.txt', 'x'.repeat(3_000_000));
  await world.write('prefixed.txt', `whsec_${'x'.repeat(3_000_000)}`);
  await world.write('headers.txt', 'webhook-id: a\nwebhook-timestamp: 1\nwebhook-signature: v1,abc\n');
});
afterAll(() => world.close());

const FILES = ['object.json', 'array.json', 'nodes.json', 'large.txt', 'prefixed.txt'];

test.each([
  'workflow show ./FILE',
  'workflow lint ./FILE',
  'workflow paths ./FILE',
  'workflow diff ./FILE ./FILE',
  'ips check FILE --format aws-sg',
  'webhooks sign --body FILE --secret-file FILE',
  'webhooks verify --body FILE --headers headers.txt --secret-file FILE',
  'sandbox start --webhook http://127.0.0.1:9 --secret-file FILE',
])('%s', async (line) => {
  for (const file of FILES) {
    for (const flags of ['', ' --json', ' --debug']) {
      const { code, stderr } = await world.run(splitWords(`${line.replaceAll('FILE', file)}${flags}`));
      expect({ file, flags, code }).toEqual({ file, flags, code: 2 });
      expect(stderr.length).toBeLessThan(10_000);
      expect(stderr).not.toContain('This is a bug');
    }
  }
});

test('a key that is too large is refused', async () => {
  const { code, stderr } = await world.run(['auth', 'login'], { stdin: 'x'.repeat(3_000_000) });
  expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
    code: 2,
    stderr: 'error: The API key is empty, too long, or contains invalid characters.',
  });
});
