/** The files that the command lines of `operations.ts` name. */
import type { World } from '../world.ts';

const FILTER = {
  match: 'all',
  conditions: [{ type: 'property', key: 'plan', operator: 'equals', value: 'pro' }],
};

export async function writeFiles(world: Pick<World, 'write'>): Promise<void> {
  await world.write('body.lmx', '<Paragraph>Hello</Paragraph>\n');
  await world.write('filter.json', JSON.stringify(FILTER));
  await world.write('logo.png', Buffer.from('\x89PNG\r\n\x1a\nimage', 'latin1'));
}
