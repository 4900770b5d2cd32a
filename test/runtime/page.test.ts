/** Proves that the runtime shows all of a text in the person's pager, and copes with one that ends early or does not exist. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeRuntime } from '../../src/runtime/node.ts';

const { page } = nodeRuntime();
/** More than a pipe holds. */
const LONG = 'a line of text\n'.repeat(100_000);

test('a pager receives all of the text', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'loopsctl-page-'));
  const file = join(directory, 'shown');
  try {
    expect(await page(LONG, `cat > ${file}`)).toBe(true);
    expect(await readFile(file, 'utf8')).toBe(LONG);
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('a pager that ends early, fails or is killed has shown the text', async () => {
  expect(await page(LONG, 'head -1 > /dev/null')).toBe(true);
  expect(await page(LONG, 'exit 1')).toBe(true);
  expect(await page(LONG, 'kill -9 $$')).toBe(true);
});

test('a pager that does not exist has shown nothing', async () => {
  expect(await page(LONG, 'no-such-pager 2> /dev/null')).toBe(false);
});

test('no listener for Ctrl-C is left', async () => {
  const before = process.listenerCount('SIGINT');
  await page('', 'cat > /dev/null');
  expect(process.listenerCount('SIGINT')).toBe(before);
});
