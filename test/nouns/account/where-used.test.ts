/** `where-used` and `drafts`: every type, indirect uses, the cache, and what cannot be read. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Components, propertiesOf, referencesIn } from '../../../src/nouns/account/uses/references.ts';
import { respondWith } from '../../respond.ts';
import { splitWords } from '../../words.ts';
import { createWorld, type World } from '../../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface Row {
  readonly name: string;
  readonly where: string;
  readonly through?: string;
  readonly error?: { readonly code: string };
}

async function uses(line: string, options?: Parameters<World['run']>[1]) {
  const { stdout, code } = await world.run([...splitWords(line), '--json', '--no-cache'], options);
  return { code, rows: JSON.parse(stdout || '[]') as readonly Row[] };
}

test.each([
  ['component Signature', 'AI rota launch', 'email'],
  ['component "App store badges"', 'Time off approved', 'published'],
  ['theme Coral', 'Year in review 2026', 'email'],
  ['theme Brightwater', 'Failed payment recovery', 'Send "We could not charge your card"'],
  ['segment "Payment overdue"', 'Failed payment recovery', 'Only contacts in segment "Payment overdue"'],
  ['list Offers', 'Win-back', 'mailing list'],
  ['list Offers', 'Referral month', 'audience'],
  ['event paymentFailed', 'Failed payment recovery', 'When event "paymentFailed" is received, every time'],
  ['property plan', 'Small teams', 'filter'],
  ['property plan', 'AI rota: how it works', 'audience'],
  ['property firstName', 'Trial onboarding', 'Send "Welcome to Brightwater"'],
])('where-used %s: %s', async (line, name, where) => {
  const { code, rows } = await uses(`where-used ${line}`);
  expect(code).toBe(0);
  expect(rows.map((row) => [row.name, row.where])).toContainEqual([name, where]);
});

test('segments, lists and events need no emails', async () => {
  const from = world.requests.length;
  await uses('where-used segment "Small teams"');
  expect(world.requests.slice(from).filter((line) => line.includes('email-messages'))).toEqual([]);
});

test('an email that the API does not show is in the result, and a lost one changes the exit code', async () => {
  const { rows, code } = await uses('where-used component Signature');
  expect({ code, errors: rows.flatMap(({ error }) => error?.code ?? []) }).toEqual({
    code: 0,
    errors: ['conflict', 'conflict'],
  });
  const failing = await uses('where-used component Signature', {
    respond: ({ path }) =>
      path.endsWith('/email-messages/csdw9ddi293zp6wg30bw57dw4') ? respondWith(200, '{"lmx": 5}') : undefined,
  });
  expect(failing.code).toBe(8);
  expect(failing.rows).toContainEqual(expect.objectContaining({ error: expect.anything() }));
});

test('published emails are read once, until they change', async () => {
  const own = await createWorld();
  onTestFinished(own.close);
  const read = async (flags = '') => {
    const from = own.requests.length;
    const { stdout } = await own.run([...splitWords(`where-used component Footer --json ${flags}`)]);
    const messages = own.requests.slice(from).filter((line) => line.includes('email-messages'));
    return { stdout, messages: messages.length };
  };
  const first = await read();
  const second = await read();
  expect(second.messages).toBeLessThan(first.messages / 2);
  expect(second.stdout).toBe(first.stdout);
  expect((await read('--no-cache')).messages).toBe(first.messages);
});

describe('references', () => {
  const bodies = new Map([
    ['inner', '<Paragraph>{contact.plan}</Paragraph>'],
    ['outer', '<Component componentId="inner" />'],
  ]);

  test('of an email are its theme, components and properties, without those of whole components', () => {
    const lmx =
      '<Style themeId="t1" />\n<Paragraph>{contact.firstName}</Paragraph>\n<Component componentId="inner"><Paragraph>{contact.plan}</Paragraph></Component>';
    expect(referencesIn({ lmx, subject: 'Hi {contact.seats}' }, bodies)).toEqual({
      themes: ['t1'],
      components: ['inner'],
      properties: ['seats', 'firstName'],
      hasBody: true,
    });
  });

  test('are found through a component in another one, also in a circle', () => {
    const components = new Components([
      { id: 'inner', name: 'Inner', lmx: `${bodies.get('inner')}<Component componentId="outer" />` },
      { id: 'outer', name: 'Outer', lmx: bodies.get('outer') ?? '' },
    ]);
    expect(components.through(['outer'], ({ properties }) => properties.includes('plan'))).toBe('Outer');
    expect(components.through(['outer'], ({ properties }) => properties.includes('seats'))).toBeUndefined();
    expect(components.through(['unknown'], () => true)).toBeUndefined();
  });

  test.each([null, undefined, 'x', {}, { conditions: null }, { conditions: [null, 5, { type: 'property' }] }])(
    'of the filter %j are none',
    (filter) => {
      expect(propertiesOf(filter)).toEqual([]);
    },
  );
});

describe('drafts', () => {
  test('lists what waits, the oldest first', async () => {
    const { stdout, code } = await world.run(['drafts', '--json']);
    const rows = JSON.parse(stdout) as readonly { type: string; name: string; days: number }[];
    expect(code).toBe(0);
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['transactional', 'campaign', 'workflow']));
    expect(rows.map(({ days }) => days)).toEqual(rows.map(({ days }) => days).sort((a, b) => b - a));
    const some = JSON.parse((await world.run(['drafts', '--older-than', '365', '--json'])).stdout) as unknown[];
    expect(some).toHaveLength(rows.filter(({ days }) => days >= 365).length);
  });
});
