/** The recipes of the README work as they are printed, in their order, and the page stays short. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { splitWords } from '../words.ts';
import { createWorld } from '../world.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const SECTION = /^## Ten recipes\n([\s\S]*?)^## /m.exec(README)?.[1] ?? '';
const RECIPES = SECTION.split(/^\d+\. /m).slice(1);

/** `command > file   # exit 9 if …` */
const LINE = /^ +loopsctl (.*?)(?: > (\S+))?(?: +# exit (\d+).*)?$/gm;

it('are ten, each with a command', () => {
  expect(RECIPES).toHaveLength(10);
  for (const recipe of RECIPES) expect(recipe).toMatch(/^ +loopsctl /m);
});

it('work in their order', async () => {
  const world = await createWorld();
  try {
    await world.write('people.csv', 'email,firstName\nada@example.com,Ada\n');
    for (const [line, words = '', file, exit] of SECTION.matchAll(LINE)) {
      const { code, stdout, stderr } = await world.run(splitWords(words));
      // A check may pass, and fail as its comment explains.
      expect([0, Number(exit ?? 0)], `${line}\n${stdout}${stderr}`).toContain(code);
      if (file !== undefined) await world.write(file, stdout);
    }
  } finally {
    await world.close();
  }
});

it('are on a page of less than 250 lines', () => expect(README.split('\n').length).toBeLessThan(250));
