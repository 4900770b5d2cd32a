/** Emails by name, and what a check of a message of the account compares its variables with. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { respondWith } from '../../respond.ts';
import { seedAccount } from '../../sandbox/account.ts';
import { createWorld, type World } from '../../world.ts';

const LAUNCH = 'AI rota launch';
const TWIN = 'Password reset';

let world: World;
beforeEach(async () => {
  const account = seedAccount() as ReturnType<typeof seedAccount> & { components: { id: string; name: string }[] };
  const [component] = account.components;
  if (component !== undefined) component.name = TWIN;
  world = await createWorld({ account });
  await world.write('one.lmx', '<Paragraph>One</Paragraph>\n');
});
afterEach(() => world.close());

const run = (...words: readonly string[]) => world.run(['messages', ...words]);

describe('a name', () => {
  it.each([
    ['check', LAUNCH, '--no-hints'],
    ['vars', LAUNCH],
    ['open', LAUNCH, '--out', 'page.html'],
    ['diff', LAUNCH, 'one.lmx'],
    ['diff', 'one.lmx', LAUNCH],
    ['show', LAUNCH],
    ['show', 'Invoice paid', '--published'],
    ['update', 'Holiday opening hours', '--subject', 'Closed'],
    ['preview', LAUNCH, '--to', 'ada@example.com', '--no-check', '--yes'],
    ['check', LAUNCH.toUpperCase(), '--no-hints'],
    ['check', `name:${LAUNCH}`, '--no-hints'],
  ])('of what an email belongs to: messages %s %s %s', async (...words) => {
    expect(await run(...words)).toMatchObject({ code: 0 });
  });

  it('and a flag are two messages, and only a transactional email has a published version', async () => {
    const twice = await run('show', LAUNCH, '--campaign', LAUNCH);
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('More than one email message was named.') });
    const published = await run('show', LAUNCH, '--published');
    expect(published).toMatchObject({ code: 2, stderr: expect.stringContaining('requires a transactional email') });
  });

  it('keeps its place between other arguments', async () => {
    const { stdout } = await run('diff', LAUNCH, 'one.lmx', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ before: LAUNCH, after: 'one.lmx' });
  });

  it('that several records have exits 2 with their IDs and flags, and one of them settles it', async () => {
    const { code, stdout, stderr } = await run('check', TWIN);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const flags = /(--transactional c\w+), (--component c\w+)/.exec(stderr)?.slice(1) ?? [];
    expect(flags).toHaveLength(2);
    for (const flag of flags) expect((await run('check', ...flag.split(' '), '--no-hints')).stdout).toContain(TWIN);
  });

  it('that nothing has exits 4 with the nearest ones', async () => {
    const { code, stderr } = await run('vars', 'AI rota lunch');
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining(`Did you mean "${LAUNCH}" (--campaign c`),
    });
  });

  it('of another record than a message is known by its ID, with a flag', async () => {
    const { code, stderr } = await run('check', 'c5361agykn6fatjv6m1yx7nd3');
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining('--transactional, --campaign, or --component'),
    });
  });

  it('is refused with --curl', async () => {
    expect(await run('check', LAUNCH, '--curl')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('variables of a message of the account', () => {
  const MESSAGE = 'c4wc4kk7ewejhg0ufv9zko2bb';
  const PATH = `/api/v1/email-messages/${MESSAGE}`;

  async function checked(lmx: string, overrides: Readonly<Record<string, unknown>> = {}) {
    const shown = JSON.parse((await run('show', MESSAGE, '--json')).stdout);
    const before = world.requests.length;
    const { stdout } = await world.run(['messages', 'check', MESSAGE, '--no-hints', '--json'], {
      respond: (request) =>
        request.path === PATH
          ? respondWith(200, JSON.stringify({ ...shown, lmx, ...overrides }))
          : request.path === `${PATH}/guardian`
            ? respondWith(200, '{"errors": [], "warnings": []}')
            : world.respond(request),
    });
    const [{ findings }] = JSON.parse(stdout) as [{ findings: { rule: string; message: string }[] }];
    return {
      found: findings.map(({ rule, message }) => `${rule}: ${message}`),
      requests: world.requests.slice(before).map((line) => line.replace(/\?.*| \d+$/g, '')),
    };
  }

  const fallbacks = {
    contactPropertiesFallbacks: { firstName: 'a', nosuch: 'a' },
    eventPropertiesFallbacks: { plan: 'a', nosuch: 'a' },
  };

  it('are compared with the properties of contacts', async () => {
    const { found } = await checked('<Paragraph>{contact.firstName} {contact.nosuch}</Paragraph>', fallbacks);
    expect(found).toEqual(['unknown-property: {contact.nosuch}: there is no contact property nosuch.']);
  });

  it('are compared with the properties of events', async () => {
    const { found } = await checked('<Paragraph>{event.plan} {event.nosuch}</Paragraph>', fallbacks);
    expect(found).toEqual(['unknown-property: {event.nosuch}: there is no event property nosuch.']);
  });

  it('need their fallbacks', async () => {
    const { found } = await checked('<Paragraph>{contact.firstName}</Paragraph>', { contactPropertiesFallbacks: {} });
    expect(found).toEqual(['fallback-missing: {contact.firstName} has no fallback.']);
  });

  it('cost no request if there are none', async () => {
    expect((await checked('<Paragraph>a</Paragraph>')).requests).toEqual([]);
  });
});
