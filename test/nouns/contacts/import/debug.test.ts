/** `--debug` of an import shows its requests, and nobody's address or user ID unless it is asked to. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { splitWords } from '../../../words.ts';
import { createWorld, type World } from '../../../world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.write('rows.csv', 'email,userId,plan\nada@example.com,user_42,pro\nada+2@example.com,"x y@z",pro\n');
});
afterEach(() => world.close());

const PERSONAL = /ada(@|%40|\+|%2B)|user_42|x(%20|\+| )y/;

async function debugLines(flags: string, env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const line = `contacts import rows.csv --may-trigger --yes --debug ${flags}`;
  const { stderr } = await world.run(splitWords(line), { env });
  const lines = stderr.split('\n').filter((text) => /^[<>~*] /.test(text));
  expect(lines.some((text) => text.includes('/contacts/find') || text.includes('/contacts/update'))).toBe(true);
  return lines;
}

describe('contacts import --debug', () => {
  it.each(['', '--mode update', '--only-changed --on-error skip'])('hides people: %s', async (flags) => {
    expect((await debugLines(flags)).filter((line) => PERSONAL.test(line))).toEqual([]);
  });

  it('shows people with LOOPS_DEBUG_PEOPLE=1', async () => {
    const lines = await debugLines('--mode update', { LOOPS_DEBUG_PEOPLE: '1' });
    expect(lines.filter((line) => PERSONAL.test(line)).length).toBeGreaterThan(0);
  });
});
