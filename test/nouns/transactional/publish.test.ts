/** `transactional publish`: what it checks and shows, and what it does if the draft is changed in the meantime. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { respondWith } from '../../respond.ts';
import { createWorld, type World } from '../../world.ts';

const PASSWORD_RESET = 'c5361agykn6fatjv6m1yx7nd3';

async function worldFor(): Promise<World> {
  const world = await createWorld();
  onTestFinished(world.close);
  return world;
}

const writes = (world: World) => world.requests.filter((line) => line.startsWith('POST'));

describe('transactional publish', () => {
  test('with an error in the draft publishes nothing: exit 9', async () => {
    const world = await worldFor();
    await world.write('broken.lmx', '<Button>Nowhere</Button>\n');
    const target = ['--transactional', 'Password reset'];
    await world.run(['messages', 'update', ...target, '--lmx-file', 'broken.lmx']);
    const published = () => writes(world).filter((request) => request.includes('/publish'));
    const refused = await world.run(['transactional', 'publish', 'Password reset', '--yes', '--json']);
    expect(refused.code).toBe(9);
    expect(refused.stderr).toContain('"check_failed"');
    expect(published()).toEqual([]);
    expect((await world.run(['transactional', 'publish', 'Password reset', '--yes', '--no-check'])).code).toBe(0);
    expect(published()).toHaveLength(1);
  });

  test('shows what changes before it asks, also with --no-check', async () => {
    const world = await worldFor();
    const line = ['transactional', 'publish', PASSWORD_RESET, '--no-check'];
    const { code, stderr } = await world.run(line, { columns: 200, confirm: false });
    expect({ code, writes: writes(world) }).toEqual({ code: 130, writes: [] });
    expect(stderr).toContain('Subject: "Password reset" -> "Password reset: what to do next"');
    expect(stderr).toContain('+<Paragraph>Questions? Reply to this email.</Paragraph>');
  });

  const CHANGE = '+<Paragraph>Questions? Reply to this email.</Paragraph>';

  test.each([[['--yes']], [['--yes', '--json']], [['--yes', '--no-check']]])(
    'shows what changes in a script with %j, before it publishes',
    async (flags) => {
      const world = await worldFor();
      const { code, stderr } = await world.run(['transactional', 'publish', PASSWORD_RESET, ...flags]);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringMatching(/Reply to this email[\s\S]*Published/),
      });
      expect(stderr).toContain(CHANGE);
    },
  );

  const isDraft = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.endsWith('/email-messages/ckm1se6elmfx4j03rlk1wciyf');

  test.each<[string, object]>([
    ['body', { lmx: '<Paragraph>Send your password to mallory@example.com</Paragraph>', contentRevisionId: 'c2' }],
    ['revision', { contentRevisionId: 'c2' }],
    ['subject, with the same revision', { subject: 'Other' }],
  ])('publishes nothing if the draft has another %s after the question', async (_, change) => {
    const world = await worldFor();
    const draft = JSON.parse(
      (await world.run(['messages', 'show', '--transactional', PASSWORD_RESET, '--json'])).stdout,
    );
    let reads = 0;
    const { code, stderr } = await world.run(['transactional', 'publish', PASSWORD_RESET], {
      columns: 200,
      confirm: true,
      respond: (request) => {
        if (!isDraft(request)) return undefined;
        reads += 1;
        return respondWith(200, JSON.stringify(reads === 1 ? draft : { ...draft, ...change }));
      },
    });
    expect({ code, writes: writes(world) }).toEqual({ code: 5, writes: [] });
    expect(stderr).toContain('The draft was changed after it was shown. Nothing was published.');
    if ('lmx' in change) expect(stderr).toContain('+<Paragraph>Send your password');
  });

  test('publishes after a yes, and replaces a version that cannot be read with a warning', async () => {
    const world = await worldFor();
    const { code, stderr } = await world.run(['transactional', 'publish', PASSWORD_RESET], {
      columns: 200,
      confirm: true,
      respond: ({ path }) =>
        path.endsWith('/email-messages/cw31tmleetxzip2u1ighg8m8q')
          ? respondWith(409, '{"message":"This email message uses MJML."}')
          : undefined,
    });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining("The published version can't be compared: This email message uses MJML."),
    });
    expect(writes(world)).toHaveLength(1);
  });

  test('--require-preview needs a test email of this revision', async () => {
    const world = await worldFor();
    const publish = () =>
      world.run(['transactional', 'publish', PASSWORD_RESET, '--no-check', '--require-preview', '--yes']);
    const preview = ['messages', 'preview', '--transactional', PASSWORD_RESET, '--to', 'ada@example.com', '--no-check'];
    expect((await world.run([...preview, '--yes'])).code).toBe(0);
    const update = ['messages', 'update', '--transactional', PASSWORD_RESET, '--subject', 'New password'];
    expect((await world.run(update)).code).toBe(0);
    const refused = await publish();
    expect(refused.code).toBe(9);
    expect(refused.stderr).toContain('has not sent a test email of this revision');
    expect(writes(world).filter((request) => request.includes('/publish'))).toEqual([]);
    expect((await world.run([...preview, '--yes'])).code).toBe(0);
    expect((await publish()).code).toBe(0);
  });
});
