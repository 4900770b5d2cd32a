/** Content commands where more is at stake than their output: scheduling, cascades, uploads, test emails and their limits. */
import { createServer } from 'node:http';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeServer } from '../../src/runtime/close-server.ts';
import { relay } from '../relay.ts';
import { respondWith } from '../respond.ts';
import { splitWords } from '../words.ts';
import { createWorld, type World } from '../world.ts';

const CAMPAIGN = 'cbzfy465sgzg6uoousnu0gl4y';
const NAME = 'Holiday opening hours';
const MESSAGE = 'csdw9ddi293zp6wg30bw57dw4';
const GIF = 'GIF89a picture';

async function worldFor(options: Parameters<typeof createWorld>[0] = {}): Promise<World> {
  const world = await createWorld(options);
  onTestFinished(world.close);
  return world;
}

const writes = (world: World) => world.requests.filter((line) => line.startsWith('POST'));

test.each([
  'themes show Coral',
  'segments show Admins',
  'components show Footer',
  'groups show Billing',
  'campaigns show "AI rota launch"',
  'transactional show "Password reset"',
  'messages show --campaign "AI rota launch"',
])('%s is one row of CSV, with the ID first', async (line) => {
  const world = await worldFor();
  const { code, stdout, stderr } = await world.run([...splitWords(line), '-o', 'csv']);
  const [header, row, ...others] = parse(stdout);
  expect({ code, stderr, others }).toEqual({ code: 0, stderr: '', others: [] });
  expect(header?.[0]).toBe('id');
  expect(row?.[0]).toMatch(/^c[a-z0-9]{24}$/);
});

test.each([
  ['transactional create --name New', 'Unsorted'],
  ['transactional update c5361agykn6fatjv6m1yx7nd3 --name New', 'Account access'],
  ['transactional draft c5361agykn6fatjv6m1yx7nd3', 'Account access'],
  ['campaigns create --name New', 'Unsorted'],
  ['campaigns update ci12ms70e4z156nvq3zsm8b14 --name New', 'Product updates'],
])('%s prints names, and no request for them is made with --json', async (line, name) => {
  const world = await worldFor();
  const text = await world.run(splitWords(line));
  expect({ ...text, stderr: '' }).toEqual({ code: 0, stdout: expect.stringContaining(name), stderr: '' });
  const other = await worldFor();
  expect((await other.run([...splitWords(line), '--json'], { env: { LOOPS_HISTORY: 'off' } })).code).toBe(0);
  expect(other.requests).toHaveLength(1);
});

describe('campaigns schedule', () => {
  const line = ['campaigns', 'schedule', CAMPAIGN, '--at', '2026-12-24T09:00:00Z'];

  test.each([
    ['the name', NAME, 0],
    ['another name', 'Holiday', 130],
    ['yes', 'yes', 130],
    ['nothing (Ctrl-C)', undefined, 130],
  ])('asks for the name of the campaign: %s', async (_, typed, code) => {
    const world = await worldFor();
    const outcome = await world.run(line, { columns: 100, typed });
    expect(outcome.code).toBe(code);
    expect(writes(world)).toHaveLength(code === 0 ? 1 : 0);
  });

  test('does not accept --yes', async () => {
    const world = await worldFor();
    expect((await world.run([...line, '--yes'])).code).toBe(2);
    expect(world.requests).toEqual([]);
  });

  test('counts as sending, also with api', async () => {
    const world = await worldFor();
    for (const words of [
      [...line, '--confirm-name', NAME],
      ['api', 'POST', `/v1/campaigns/${CAMPAIGN}`, '-f', 'scheduling:={"method":"now"}'],
    ]) {
      const { code, stderr } = await world.run([...words, '--allow', 'read,draft', '--json']);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('effect_not_allowed') });
    }
    const renamed = ['api', 'POST', `/v1/campaigns/${CAMPAIGN}`, '-f', 'name=New', '--allow', 'draft'];
    expect((await world.run(renamed)).code).toBe(0);
    expect(writes(world)).toHaveLength(1);
  });

  test('is refused where a profile limits the recipients, because they are not known', async () => {
    const world = await worldFor();
    await world.run(['auth', 'login'], { stdin: 'sandbox' });
    expect((await world.run(['auth', 'allow', 'default', '--recipients', '*@acme.test'])).code).toBe(0);
    const env = { LOOPS_API_KEY: undefined };
    const scheduled = await world.run([...line, '--confirm-name', NAME, '--json'], { env });
    const previewed = await world.run(['messages', 'preview', MESSAGE, '--to', 'a@example.com', '--yes', '--json'], {
      env,
    });
    for (const { code, stderr } of [scheduled, previewed]) {
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('recipient_not_allowed') });
    }
    expect(writes(world)).toEqual([]);
  });

  test('says what it means if the campaign stays a draft', async () => {
    const world = await worldFor({ sandbox: { variants: { schedulingSends: false } } });
    const { stderr } = await world.run([...line, '--confirm-name', NAME, '--no-check']);
    expect(stderr).toContain('publish the campaign in the dashboard');
  });
});

describe('campaigns draft', () => {
  const draft = (world: World, ...words: string[]) =>
    world.run(['campaigns', 'draft', '--name', 'Winter news', '--subject', 'Winter', ...words, '--json']);

  test('from Markdown uploads its images, and makes one campaign in two runs', async () => {
    const world = await worldFor();
    await world.write('cat.gif', GIF);
    await world.write('news.md', '# Winter\n\n![A cat](cat.gif)\n');
    const created = JSON.parse((await draft(world, '--from', 'news.md')).stdout);
    expect(created).toMatchObject({ name: 'Winter news', status: 'Draft', url: expect.any(String) });
    const { stdout } = await world.run(['messages', 'show', '--campaign', created.id, '-o', 'lmx']);
    expect(stdout).toMatch(/<H1>Winter<\/H1>\n<Image src="https:[^"]+" alt="A cat" \/>/);
    const written = writes(world).length;
    expect(JSON.parse((await draft(world, '--from', 'news.md')).stdout).id).toBe(created.id);
    expect(writes(world)).toHaveLength(written);
  });

  test.each([
    ['a missing image', '![A cat](cat.gif)\n', 'Winter news', 2],
    ['HTML', '<b>Winter</b>\n', 'Winter news', 2],
    ['the name of a sent campaign', 'Winter\n', 'AI rota launch', 5],
  ])('with %s writes nothing', async (_, markdown, name, code) => {
    const world = await worldFor();
    await world.write('news.md', markdown);
    expect((await draft(world, '--name', name, '--from', 'news.md')).code).toBe(code);
    expect(writes(world)).toEqual([]);
  });
});

describe('campaigns metrics', () => {
  const run = async (world: World, ...words: readonly string[]) => {
    const outcome = await world.run(['campaigns', 'metrics', ...words, '--json']);
    return JSON.parse(outcome.stdout) as Record<string, unknown>[];
  };

  test('a snapshot has zeros for campaigns that were not sent, which --all does not list', async () => {
    const world = await worldFor();
    const saved = await run(world, '--all', '--save');
    expect(saved.length).toBeGreaterThan(0);
    expect(saved.filter(({ id }) => id === CAMPAIGN)).toEqual([]);
    const history = await world.run(['campaigns', 'history', CAMPAIGN, '--json']);
    expect(JSON.parse(history.stdout)).toEqual([
      expect.objectContaining({ id: CAMPAIGN, name: NAME, sends: 0, spamReports: 0 }),
    ]);
    expect(history.stdout).not.toContain('deliveries');
  });

  test('of a campaign that was not sent have no verdict, and are no error', async () => {
    const world = await worldFor();
    expect(await run(world, CAMPAIGN, '--max-spam-rate', '0.1%')).toEqual([
      expect.objectContaining({ id: CAMPAIGN, sent: false, verdict: 'none', remark: 'not sent yet' }),
    ]);
    expect((await world.run(['campaigns', 'metrics', CAMPAIGN])).code).toBe(0);
  });
});

describe('a cascade', () => {
  const FOOTER = ['components', 'update', 'Footer', '--lmx-file', 'new.lmx'];
  const BADGES = ['components', 'update', 'App store badges', '--lmx-file', 'new.lmx'];
  const THEME = ['themes', 'update', 'Brightwater', '--style', 'bodyColor=#fffdfc'];
  const found = (stderr: string) => /([\d,]+) of [\d,]+ emails use it: /.exec(stderr)?.[1];
  const reached = (stderr: string) => /The change reached ([\d,]+) emails/.exec(stderr)?.[1];

  test.each([
    ['a component', FOOTER],
    ['a component of some emails', BADGES],
    ['the default theme', THEME],
  ])('of %s reaches as many emails as it found before, those of workflows too', async (_, line) => {
    const world = await worldFor();
    await world.write('new.lmx', '<Divider />\n');
    const asked = await world.run(line, { columns: 1000, confirm: false });
    expect(asked.code).toBe(130);
    expect(asked.stderr).toContain('2 emails could not be read.');
    expect(writes(world)).toEqual([]);
    const done = await world.run([...line, '--yes', '--count-uses']);
    expect(found(done.stderr)).toBe(found(asked.stderr));
    expect(reached(done.stderr)).toBe(found(asked.stderr));
    expect(Number(reached(done.stderr)?.replace(',', ''))).toBeGreaterThan(line === BADGES ? 11 : 90);
  });

  test('counts without a question only where it is asked to', async () => {
    const world = await worldFor();
    await world.write('new.lmx', '<Divider />\n');
    const counted = await world.run([...BADGES, '--dry-run', '--count-uses']);
    expect(counted.stderr).toContain('12 of ');
    expect(counted.stderr).toContain('Shift offer accepted');
    const before = world.requests.length;
    expect((await world.run([...BADGES])).stderr).not.toContain(' use it:');
    expect((await world.run([...BADGES, '--yes'])).stderr).not.toContain(' use it');
    expect((await world.run([...BADGES, '--name', 'x', '--curl', '--count-uses'])).code).toBe(2);
    expect(world.requests.slice(before).filter((line) => line.includes('/email-messages/'))).toEqual([]);
  });

  test('names what could not be counted', async () => {
    const world = await worldFor({ sandbox: { disabled: ['workflow'] } });
    const { stderr } = await world.run([...THEME, '--dry-run', '--count-uses']);
    expect(stderr).toContain('Not counted: emails of workflows.');
  });
});

describe('images push', () => {
  const push = (world: World, ...words: string[]) => world.run(['images', 'push', ...words, '--json']);

  test('uploads the same content once, whatever its name is', async () => {
    const world = await worldFor();
    await world.write('a.png', GIF);
    await world.write('b.gif', GIF);
    const { stdout } = await push(world, 'a.png', 'b.gif');
    const [first, second] = JSON.parse(stdout);
    expect([first.url, first.contentType]).toEqual([second.url, 'image/gif']);
    expect(writes(world)).toHaveLength(2);
    expect(JSON.parse((await push(world, 'b.gif')).stdout)[0]).toMatchObject({ url: first.url, uploaded: false });
    expect(writes(world)).toHaveLength(2);
  });

  test.each([
    ['empty.png', '', 'is empty'],
    ['text.png', 'text', 'not an image'],
    ['large.gif', `GIF89a${'x'.repeat(4_000_000)}`, '6 bytes too large'],
  ])('sends nothing for %s', async (name, content, problem) => {
    const world = await worldFor();
    await world.write('good.gif', GIF);
    await world.write(name, content);
    const { code, stderr } = await push(world, 'good.gif', name);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
    expect(world.requests).toEqual([]);
  });

  test('a lost last step is completed by the next run, without another upload', async () => {
    const world = await worldFor();
    await world.write('a.gif', GIF);
    let written = 0;
    const base = await relay(world, async () => (++written === 1 ? 'answer' : 'lose'));
    const lost = await world.run(['images', 'push', 'a.gif', '--retries', '0'], { env: { LOOPS_BASE_URL: base } });
    expect(lost.code).toBe(7);
    expect((await push(world, 'a.gif')).code).toBe(0);
    expect(writes(world).filter((request) => request.startsWith('POST /api/v1/uploads '))).toHaveLength(1);
  });

  const LIMIT =
    '{"message": "Upload limit exceeded: max 50 uploads per 24 hours.", "maxUploads": 50, "windowHours": 24}';

  test.each([
    ['create', /\/uploads$/, 2],
    ['complete', /\/complete$/, 1],
  ])('the daily limit on %s is exit 6, at once, and the next run continues', async (_, refused, requests) => {
    const world = await worldFor();
    await world.write('a.gif', GIF);
    let waited = 0;
    const outcome = await world.run(['images', 'push', 'a.gif'], {
      onSleep: () => waited++,
      respond: ({ path }) =>
        refused.test(path) ? respondWith(429, LIMIT, { 'x-ratelimit-remaining': '9' }) : undefined,
    });
    expect([outcome.code, waited]).toEqual([6, 0]);
    const before = writes(world).length;
    expect((await push(world, 'a.gif')).code).toBe(0);
    expect(writes(world)).toHaveLength(before + requests);
  });

  test.each([
    ['http://images.example.com/a', 'does not use HTTPS'],
    ['https://user:secret@images.example.com/a', 'has a user name or password'],
    ['file:///etc/passwd', 'is not an HTTP URL'],
  ])('does not upload to %s', async (presignedUrl, problem) => {
    const world = await worldFor();
    await world.write('a.gif', GIF);
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ emailAssetId: MESSAGE, presignedUrl }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => closeServer(server));
    const address = server.address();
    const env = { LOOPS_BASE_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api` };
    const { code, stderr } = await world.run(['images', 'push', 'a.gif', '--force'], { env });
    expect(code).toBe(8);
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain('secret');
  });
});

describe('images by name in LMX', () => {
  const WRITES = [
    ['messages update', ['messages', 'update', MESSAGE, '--lmx-file', 'mail.lmx']],
    ['components create', ['components', 'create', '--name', 'Head', '--lmx-file', 'mail.lmx']],
    ['components update', ['components', 'update', 'Holiday banner', '--lmx-file', 'mail.lmx', '--yes']],
    ['campaigns draft', ['campaigns', 'draft', '--name', 'Pictures', '--from', 'mail.lmx']],
  ] as const;

  const worldWith = async (name: string) => {
    const world = await worldFor();
    await world.write('logo.gif', GIF);
    await world.write('mail.lmx', `<Paragraph>image:logo.gif</Paragraph>\n<Image src="image:${name}" alt="Logo" />\n`);
    return world;
  };

  test.each(WRITES)('become URLs in %s', async (_, line) => {
    const world = await worldWith('logo.gif');
    const url = JSON.parse((await world.run(['images', 'push', 'logo.gif', '--json'])).stdout)[0].url;
    const dry = await world.run([...line, '--dry-run', '--json']);
    if (line[0] !== 'campaigns') expect(dry.stdout).toContain(`<Image src=\\"${url}\\"`);
    expect((await world.run([...line, '--json'])).code).toBe(0);
    const sent =
      line[0] === 'campaigns' ? await world.run(['messages', 'show', '--campaign', 'Pictures', '-o', 'lmx']) : dry;
    expect(sent.stdout).toContain(url);
    expect(sent.stdout).toContain('<Paragraph>image:logo.gif');
    expect((await world.run(['messages', 'check', 'mail.lmx', '--kind', 'campaign'])).stdout).not.toContain('uploaded');
  });

  test.each(WRITES)('are refused by %s where they are not known, and nothing is sent', async (_, line) => {
    const world = await worldWith('other.gif');
    await world.run(['images', 'push', 'logo.gif']);
    const before = writes(world).length;
    const { code, stderr } = await world.run(line);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('No image named "other.gif"') });
    expect(writes(world)).toHaveLength(before);
  });

  test('are the last upload of the name, also where its content was uploaded before', async () => {
    const world = await worldWith('logo.gif');
    const push = async () => JSON.parse((await world.run(['images', 'push', 'logo.gif', '--json'])).stdout)[0].url;
    const urls = [await push()];
    for (const content of [`${GIF} 2`, GIF]) {
      await world.write('logo.gif', content);
      urls.push(await push());
      const { stdout } = await world.run(['messages', 'update', MESSAGE, '--lmx-file', 'mail.lmx', '--dry-run']);
      expect(stdout).toContain(urls.at(-1));
    }
    expect(urls[2]).toBe(urls[0]);
    const curl = await world.run(['messages', 'update', MESSAGE, '--lmx-file', 'mail.lmx', '--curl']);
    expect(curl).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('messages preview', () => {
  test.each([
    ['a missing value', '{"firstName": "Ada", "expiresInMinutes": 30}', '{data.resetLink} has no value.'],
    [
      'an unknown value',
      '{"firstName": "Ada", "resetLink": "https://acme.test", "expiresInMinutes": 30, "x": 1}',
      '{data.x} is not in the email.',
    ],
    ['no values', undefined, '{data.resetLink} has no value.'],
  ])('refuses %s before anything is sent', async (_, data, expected) => {
    const world = await createWorld();
    onTestFinished(world.close);
    if (data !== undefined) await world.write('values.json', data);
    const words = ['messages', 'preview', '--transactional', 'Password reset', '--to', 'a@example.com', '--yes'];
    const { code, stderr } = await world.run([...words, ...(data === undefined ? [] : ['--data', 'values.json'])]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(expected) });
    expect(world.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  describe('of all examples', () => {
    const line = [
      'messages',
      'preview',
      '--transactional',
      'Password reset',
      '--to',
      'a@example.com',
      '--all-examples',
    ];
    const example = (name: string) =>
      `{"firstName": "${name}", "resetLink": "https://acme.test", "expiresInMinutes": 5}`;
    const sent = (world: World) => writes(world).filter((request) => request.includes('/preview'));

    test('sends one test email each, after one question, in the order of their names', async () => {
      const world = await worldFor();
      for (const name of ['b', 'a']) await world.write(`examples/${name}.json`, example(name));
      await world.write('examples/notes.txt', 'no example');
      const no = await world.run(line, { columns: 100, confirm: false });
      expect(no).toMatchObject({ code: 130, stderr: expect.stringContaining('Send 2 test emails of') });
      expect(sent(world)).toEqual([]);
      const { stdout, code } = await world.run([...line, '--yes', '--json']);
      const results: { example: string }[] = JSON.parse(stdout);
      expect({ code, names: results.map((result) => result.example) }).toEqual({ code: 0, names: ['a', 'b'] });
      expect(sent(world)).toHaveLength(2);
    });

    test.each([
      [
        'one of them is wrong',
        { 'examples/a.json': example('a'), 'examples/b.json': '{"firstName": "b"}' },
        'b.json: {data.',
      ],
      ['there are none', { 'examples/notes.txt': '' }, 'There are no examples.'],
      ['there is no directory', {}, 'There are no examples.'],
    ])('sends nothing where %s', async (_, files, problem) => {
      const world = await worldFor();
      for (const [name, content] of Object.entries(files)) await world.write(name, content);
      const { code, stderr } = await world.run([...line, '--yes']);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
      expect(sent(world)).toEqual([]);
    });

    test('names those that were sent before an error, and refuses another source of values', async () => {
      const world = await worldFor();
      for (const name of ['a', 'b']) await world.write(`examples/${name}.json`, example(name));
      const refusing = (request: { path: string }) =>
        request.path.endsWith('/preview') && sent(world).length === 1
          ? respondWith(429, '{"message": "Preview limit exceeded: max 100 previews per 24 hours."}')
          : undefined;
      const { code, stderr } = await world.run([...line, '--yes'], { respond: refusing });
      expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining('Sent before the error: a.') });
      expect((await world.run([...line, '--data', 'examples/a.json', '--yes'])).code).toBe(2);
    });
  });

  test('"me" is the address in the configuration of git', async () => {
    const world = await worldFor();
    const { stdout } = await world.run(['messages', 'preview', MESSAGE, '--to', 'me', '--yes', '--json'], {
      execute: async () => 'ada@example.com\n',
    });
    expect(JSON.parse(stdout).emails).toEqual(['ada@example.com']);
    const without = await world.run(['messages', 'preview', MESSAGE, '--to', 'me', '--yes']);
    expect(without.code).toBe(2);
  });

  test('refuses values that the message cannot have, before anything is sent', async () => {
    const world = await worldFor();
    await world.write('data.json', '{"data": {"a": "b"}}');
    const { code, stderr } = await world.run([
      'messages',
      'preview',
      MESSAGE,
      '--to',
      'a@example.com',
      '--data',
      'data.json',
      '--yes',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('A campaign has no data variables.');
    expect(writes(world)).toEqual([]);
  });

  test('warns from 80 a day, and exits 6 at the limit without waiting', async () => {
    const world = await worldFor();
    const to = (count: number) => Array.from({ length: count }, (_, at) => ['--to', `a${at}@example.com`]).flat();
    const send = (count: number) => world.run(['messages', 'preview', MESSAGE, ...to(count), '--yes']);
    expect((await send(79)).stderr).not.toContain('warning');
    expect((await send(1)).stderr).toContain('This machine has sent 80 test emails in 24 hours');
    expect((await send(20)).code).toBe(0);
    expect((await send(1)).code).toBe(6);
  });
});
