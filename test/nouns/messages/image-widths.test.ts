/** The width of an image file, and the hint where it is too small for its place in an email. */
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { widthOf } from '../../../src/nouns/images/width.ts';
import { createWorld, type World } from '../../world.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const PNG = hex('89504e470d0a1a0a 0000000d 49484452 00000190 00000064 08060000 00');

test.each([
  ['PNG', PNG, 400],
  ['GIF', Buffer.concat([Buffer.from('GIF89a'), hex('2c01 c800 0000 0000 0000 0000 0000')]), 300],
  ['JPEG', hex('ffd8 ffe0 0004 0000 ffc0 0011 08 0064 00c8 03 01 22 00'), 200],
  ['JPEG with tables first', hex('ffd8 ffc4 0003 00 ffc2 0011 08 0064 00c8 03 01 22 00 02 11'), 200],
  ['JPEG without a frame', hex('ffd8 ffe0 0004 0000'), undefined],
  ['JPEG with a segment of no length', hex('ffd8 ffe0 0000 ffe0 0000 ffe0 0000 ffe0'), undefined],
  ['text', Buffer.from('width=400 and more than that'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('%s', (_, bytes, width) => {
  expect(widthOf(bytes)).toBe(width);
});

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.write('logo.png', PNG);
});
afterAll(() => world.close());

it.each([
  ['image:logo.png', 250, ['image-scale']],
  ['image:logo.png', 200, []],
  ['image:other.png', 600, []],
  ['image:../logo.png', 600, []],
])('%s with a width of %i', async (src, width, rules) => {
  await world.write('a.lmx', `<Image src="${src}" alt="A" width="${width}" paddingBottom="16" />`);
  const { stdout } = await world.run(['messages', 'check', 'a.lmx', '--json']);
  const [row] = JSON.parse(stdout) as readonly { findings: readonly { rule: string }[] }[];
  expect(row?.findings.map(({ rule }) => rule).filter((rule) => rule !== 'body-colors')).toEqual(rules);
});
