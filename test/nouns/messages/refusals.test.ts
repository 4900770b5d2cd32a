/** A missing or unknown variable is refused before a test email or a publication is requested. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { respondWith } from '../../respond.ts';
import { createWorld, type World } from '../../world.ts';

const RESET = 'c5361agykn6fatjv6m1yx7nd3';
const VALUES = { firstName: 'Ada', resetLink: 'https://acme.test/r', expiresInMinutes: 30 };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function outcomeOf(...words: readonly string[]) {
  const before = world.requests.length;
  const outcome = await world.run([...words, '--yes']);
  const writes = world.requests.slice(before).filter((line) => !line.startsWith('GET'));
  return { ...outcome, writes: writes.length };
}

describe('a test email', () => {
  const preview = async (values: object, ...words: readonly string[]) => {
    await world.write('values.json', JSON.stringify(values));
    return outcomeOf(
      ...['messages', 'preview', '--transactional', RESET, '--to', 'ada@example.com', '--data', 'values.json'],
      ...words,
    );
  };

  it.each([
    ['missing', { firstName: 'Ada' }, '{data.resetLink} has no value.'],
    ['unknown', { ...VALUES, x: 1 }, '{data.x} is not in the email.'],
    ['of the wrong type', { ...VALUES, firstName: [{ a: 1 }] }, '{data.firstName} must be text or a number.'],
  ])('with a variable that is %s', async (_, values, message) => {
    expect(await preview(values)).toMatchObject({ code: 2, writes: 0, stderr: expect.stringContaining(message) });
  });

  it('with all values is sent, and with --no-check any is', async () => {
    expect(await preview(VALUES)).toMatchObject({ code: 0, writes: 1 });
    expect(await preview({}, '--no-check')).toMatchObject({ code: 0, writes: 1 });
  });
});

describe('a draft', () => {
  it.each([
    ['of a contact', '{contact.firstName}'],
    ['of an event', '{event.plan}'],
    ['without namespace', '{firstName}'],
    ['in the old syntax', '{DATA_VARIABLE:firstName}'],
  ])('with a variable %s is not published', async (_, variable) => {
    const shown = await world.run(['messages', 'show', '--transactional', RESET, '--json']);
    const lmx = `<Paragraph>${variable}</Paragraph>`;
    const draft = JSON.stringify({ ...JSON.parse(shown.stdout), lmx });
    const before = world.requests.length;
    const { code, stderr } = await world.run(['transactional', 'publish', RESET, '--yes'], {
      respond: (request) => {
        const isMessage = request.method === 'GET' && /\/email-messages\/[^/]+$/.test(request.path);
        return isMessage ? respondWith(200, draft) : world.respond(request);
      },
    });
    const writes = world.requests.slice(before).filter((line) => !line.startsWith('GET'));
    expect({ code, writes, stderr }).toEqual({
      code: 9,
      writes: [],
      stderr: expect.stringContaining('Nothing was published.'),
    });
  });
});
