/** `campaigns schedule`: what a person reads before the question. */
import { expect, onTestFinished, test } from 'vitest';
import { createWorld } from '../../world.ts';

const NAME = 'Holiday opening hours';
const LINE = ['campaigns', 'schedule', NAME, '--at', '2099-12-01T09:00:00Z'];
const WARNING = 'No list, segment or filter is set';

async function worldFor() {
  const world = await createWorld();
  onTestFinished(world.close);
  return world;
}

test('the warnings of the checks are before the question, and are not repeated after it', async () => {
  const world = await worldFor();
  const { code, stderr } = await world.run(LINE, { columns: 200, typed: NAME });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/No list, segment[\s\S]*Send campaign/) });
  expect(stderr.split(WARNING)).toHaveLength(2);
  const script = await world.run([...LINE, '--confirm-name', NAME]);
  expect(script.stderr.split(WARNING)).toHaveLength(2);
});

test('a campaign with an error is refused without a question, and one that gets it during the question after it', async () => {
  const world = await worldFor();
  await world.write('broken.lmx', '<Button>Nowhere</Button>\n');
  const breaks = ['messages', 'update', '--campaign', NAME, '--lmx-file', 'broken.lmx'];
  let reads = 0;
  const during = await world.run(LINE, {
    columns: 200,
    typed: NAME,
    respond: (request) => {
      if (!request.path.startsWith('/api/v1/email-messages/')) return undefined;
      reads += 1;
      return reads === 2 ? world.run(breaks).then(() => world.respond(request) ?? never()) : undefined;
    },
  });
  expect(during).toMatchObject({ code: 9, stderr: expect.stringContaining('Nothing was scheduled.') });
  const after = await world.run(LINE, { columns: 200, typed: NAME });
  expect(after).toMatchObject({ code: 9, stderr: expect.not.stringContaining('Send campaign') });
});

const never = (): never => {
  throw new Error('the sandbox does not respond');
};
