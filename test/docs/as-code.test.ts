/** The command lines of `docs/as-code.md` work, in their order, on one project. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { splitWords } from '../words.ts';
import { createWorld } from '../world.ts';

const TEXT = readFileSync(new URL('../../docs/as-code.md', import.meta.url), 'utf8');

/** The world has one team and no profiles, and writes no files for a shell. */
const LINES = [...TEXT.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map((line) => line.replace(/ --(?:profile|env) \w+| > \S+$/g, ''));

test('the command lines of docs/as-code.md work', { timeout: 60_000 }, async () => {
  expect(LINES.length).toBeGreaterThan(5);
  const world = await createWorld();
  try {
    for (const line of LINES) {
      const { code, stderr, stdout } = await world.run(splitWords(line).slice(1));
      expect({ line, code, stderr, stdout: code === 0 ? '' : stdout }).toEqual({
        line,
        code: 0,
        stderr: '',
        stdout: '',
      });
    }
  } finally {
    await world.close();
  }
});
