/** Proves that color changes nothing of JSON but its color. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonPainter } from '../../src/output/json-color.ts';
import { createStyle } from '../../src/output/style.ts';
import { withoutColor } from '../../src/text/width.ts';
import { json } from '../arbitraries.ts';
import { createWorld, type World } from '../world.ts';

const paint = jsonPainter(await createStyle(true));

describe('painted JSON', () => {
  it('is the same text without its colors', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        // Text of a value never holds an escape character: JSON escapes it.
        expect(withoutColor(paint(text))).toBe(text);
      }),
    );
  });

  it('has a color per type of token', () => {
    expect(paint('{"a":"b","c":[-1.5e+3,true,null,"x\\":1"]}')).toBe(
      '{\u001b[36m"a"\u001b[39m:\u001b[32m"b"\u001b[39m,\u001b[36m"c"\u001b[39m:[\u001b[33m-1.5e+3\u001b[39m,' +
        '\u001b[35mtrue\u001b[39m,\u001b[35mnull\u001b[39m,\u001b[32m"x\\":1"\u001b[39m]}',
    );
  });

  it('can hold a string of any length', () => {
    const text = JSON.stringify({ long: '\\"'.repeat(1_000_000) });
    expect(withoutColor(paint(text))).toBe(text);
  });
});

describe('JSON', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const ID = 'cr95m6j9ue8rct6rkwsul79p2';
  const show = async (flag: string, options: Parameters<World['run']>[1] = {}) =>
    (await world.run(['themes', 'show', ID, ...flag.split(' ')], options)).stdout;

  it.each(['--json', '-o ndjson'])(
    'with %s has color on a terminal only, and the same bytes elsewhere',
    async (flag) => {
      const plain = await show(flag);
      const colored = await show(flag, { columns: 80 });
      expect(plain).not.toContain('\u001b');
      expect(colored).toContain('\u001b[36m"id"\u001b[39m:');
      expect(withoutColor(colored)).toBe(plain);
      expect(await show(`${flag} --no-color`, { columns: 80 })).toBe(plain);
      expect(await show(flag, { columns: 80, env: { NO_COLOR: '1' } })).toBe(plain);
      expect(await show(flag, { env: { FORCE_COLOR: '1' } })).toBe(plain);
    },
  );
});
