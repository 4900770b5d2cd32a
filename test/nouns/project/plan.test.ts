/** What `plan` says about records that it could not read. */
import { expect, it, onTestFinished } from 'vitest';
import { everyKind } from '../../project/places.ts';
import { respondWith } from '../../respond.ts';
import { createWorld, type RunOptions } from '../../world.ts';

it.each([
  ['200', '{}'],
  ['404', '{"message":"Gone"}'],
  ['422', '{"message":"Not LMX"}'],
])('fails if the API responds with %s in place of an email that was changed there', async (status, body) => {
  const world = await createWorld({ account: everyKind() });
  onTestFinished(world.close);
  await world.run(['pull']);
  const listed = await world.run(['transactional', 'list', '--json']);
  const [email] = JSON.parse(listed.stdout) as { draftEmailMessageId: string }[];
  const id = email?.draftEmailMessageId ?? '';
  expect((await world.run(['messages', 'update', id, '--subject', 'Changed there'])).code).toBe(0);
  const unreadable: RunOptions = {
    respond: ({ path }) => (path.endsWith(`/email-messages/${id}`) ? respondWith(Number(status), body) : undefined),
  };
  for (const words of [['plan', '--exit-code'], ['plan'], ['push', '--yes']]) {
    const { code, stdout } = await world.run(words, unreadable);
    expect({ words, code, stdout }).toEqual({
      words,
      code: 9,
      stdout: expect.stringContaining('It could not be read:'),
    });
  }
});
