/** The write of one contact names the live workflows that it could start: in a question at a terminal, in a note in scripts. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { respondWith } from '../../respond.ts';
import { splitWords } from '../../words.ts';
import { createWorld, type World } from '../../world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const CREATE = 'contacts create eve@example.com';
const NAMED = 'Workflow "Trial onboarding" is live: it starts for new contacts.';

const run = async (line: string, options?: Parameters<World['run']>[1]) => {
  const before = world.requests.length;
  const outcome = await world.run(splitWords(line), options);
  const sent = world.requests.slice(before);
  const wrote = sent.some((request) => /^(POST|PUT) /.test(request));
  return { ...outcome, wrote, read: sent.filter((request) => request.includes('/workflows')).length };
};

describe('a write of a contact that could start a live workflow', () => {
  it.each([CREATE, 'contacts update eve@example.com --create --set plan=pro'])(
    'asks at a terminal: %s',
    async (line) => {
      const no = await run(line, { columns: 100, confirm: false });
      expect(no).toMatchObject({ code: 130, wrote: false, stderr: expect.stringContaining(NAMED) });
      const interrupted = await run(line, { columns: 100 });
      expect(interrupted).toMatchObject({ code: 130, wrote: false });
      const yes = await run(line, { columns: 100, confirm: true });
      expect(yes).toMatchObject({ code: 0, wrote: true });
      expect(yes.stderr.split(NAMED)).toHaveLength(2);
    },
  );

  it('is named in a note in scripts, and with --yes, and is not stopped', async () => {
    expect(await run(CREATE, { stdin: '' })).toMatchObject({
      code: 0,
      wrote: true,
      stderr: expect.stringContaining(NAMED),
    });
    const confirmed = await run('contacts create eva@example.com --yes', { columns: 100 });
    expect(confirmed).toMatchObject({ code: 0, stderr: expect.stringContaining(NAMED) });
  });

  it.each(['--json', '--quiet', '--dry-run', '--curl'])('takes no request with %s in a script', async (flag) => {
    expect(await run(`${CREATE} ${flag}`, { stdin: '' })).toMatchObject({ code: 0, read: 0 });
  });

  it.each(['--set subscribed=false', '--list Offers=off', '--user-id user_42'])(
    'asks nothing where nothing can start: %s',
    async (flags) => {
      const outcome = await run(`contacts update ada@example.com ${flags}`, { columns: 100, confirm: false });
      expect(outcome).toMatchObject({ code: 0, read: 0, wrote: true });
    },
  );

  it('says what is not known where the workflows cannot be read', async () => {
    const respond = (request: { readonly path: string }) =>
      request.path.includes('/workflows') ? respondWith(200, '{"data": 7}') : undefined;
    const asked = await run(CREATE, { columns: 100, confirm: false, respond });
    expect(asked).toMatchObject({ code: 130, wrote: false, stderr: expect.stringContaining('It is not known') });
    const noted = await run(CREATE, { stdin: '', respond });
    expect(noted).toMatchObject({ code: 0, wrote: true, stderr: expect.stringContaining('It is not known') });
  });
});
