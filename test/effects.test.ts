/** What a run may do: allowed effects, the expected team, confirmations, dry runs and curl, on every command of the tree. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dependsOnInput,
  EFFECT_NAMES,
  type Effect,
  effectOf,
  gravest,
  isReading,
  needsConfirmation,
  parseEffects,
} from '../src/define/effect.ts';
import { commandsOf } from '../src/define/tree.ts';
import { tree } from '../src/nouns/index.ts';
import { writeFiles } from './faults/files.ts';
import { OPERATION_LINES } from './faults/operations.ts';
import { allOperations } from './operations.ts';
import { splitWords } from './words.ts';
import { createWorld, type World } from './world.ts';

const EFFECTS_HINT = 'See `loopsctl help effects`.';

const PASSWORD_RESET = 'c5361agykn6fatjv6m1yx7nd3';
const operations = await allOperations();
const commands = await Promise.all(
  commandsOf(tree).map(async ({ words, local, verb }) => ({
    typed: words.join(' '),
    local,
    command: await verb.load(),
  })),
);

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await writeFiles(world);
});
afterAll(() => world.close());

const sent = async (line: string, options: Parameters<World['run']>[1] = {}) => {
  const before = world.requests.length;
  const outcome = await world.run(splitWords(line), options);
  return { ...outcome, requests: world.requests.slice(before) };
};

describe('effects', () => {
  it('every operation declares one, and only a GET reads without saying so', () => {
    for (const { route, effect } of operations) {
      expect(EFFECT_NAMES).toContain(effect);
      if (!route.startsWith('GET ')) expect(isReading(effect), route).toBe(false);
    }
  });

  it('a command that calls an operation that asks has a question', () => {
    const silent = commands.filter(
      ({ command: { calls = [], question } }) =>
        question === undefined && (typeof calls === 'function' || calls.some(({ asks }) => asks)),
    );
    expect(silent.map(({ typed }) => typed)).toEqual([]);
    expect(operations.filter(({ effect, asks }) => needsConfirmation(effect) && !asks)).toEqual([]);
  });

  it('the gravest of several is the one that is shown', () => {
    expect(gravest([])).toBe('read');
    expect(gravest(['draft', 'read', 'destroy', 'send'])).toBe('destroy');
  });

  it('are parsed strictly', () => {
    expect([...parseEffects('read, draft', '--allow')]).toEqual(['read', 'draft']);
    expect(() => parseEffects('read,delete', '--allow')).toThrow('Invalid effect "delete" in --allow.');
  });
});

/** One set for each effect alone, all but each one, none and all. */
const SETS: readonly (readonly Effect[])[] = [
  [],
  ...EFFECT_NAMES.map((effect) => [effect]),
  ...EFFECT_NAMES.map((effect) => EFFECT_NAMES.filter((other) => other !== effect)),
  EFFECT_NAMES,
];

describe.each(OPERATION_LINES)('$route', ({ route, line, effect: ofOperation }) => {
  const typed = commands.find(({ typed }) => `${line} `.startsWith(`${typed} `));
  const command = typed?.command ?? {};
  const effect = dependsOnInput(command) ? ofOperation : effectOf(command);

  it.each(SETS.map((set) => [set.join(',') || '(none)', set] as const))('with %s allowed', async (_, set) => {
    for (const setting of [{ flags: ['--allow', set.join(',')] }, { env: { LOOPS_ALLOW: set.join(',') } }]) {
      const before = world.requests.length;
      const words = [
        ...splitWords(line),
        ...('flags' in setting ? setting.flags : []),
        ...(typed?.command.question ? ['--yes'] : []),
        '--json',
      ];
      const outcome = await world.run(words, 'env' in setting ? { env: setting.env } : {});
      const requests = world.requests.slice(before);
      if (set.includes(effect)) {
        expect(outcome.stderr).not.toContain('effect_not_allowed');
        continue;
      }
      expect({ code: outcome.code, stdout: outcome.stdout, requests }).toEqual({ code: 2, stdout: '', requests: [] });
      expect(JSON.parse(outcome.stderr)).toEqual({
        error: {
          code: 'effect_not_allowed',
          message: expect.stringContaining(`"${effect}"`),
          hint: EFFECTS_HINT,
        },
      });
      expect(route).toBeDefined();
    }
  });
});

describe('LOOPS_ALLOW', () => {
  it('narrows a flag, and a flag narrows it', async () => {
    for (const [variable, flag] of [
      ['read', 'read,draft'],
      ['read,draft', 'read'],
      ['', 'read,draft'],
    ] as const) {
      const { code, requests } = await sent(`groups create --name x --allow ${flag}`, {
        env: { LOOPS_ALLOW: variable },
      });
      expect({ code, requests }).toEqual({ code: 2, requests: [] });
    }
    expect((await sent('groups create --name y --allow read,draft', { env: { LOOPS_ALLOW: 'draft' } })).code).toBe(0);
  });
});

describe('--expect-team', () => {
  it('stops a run of another team before its first change, and is checked once', async () => {
    const refused = await sent('groups create --name z --expect-team Other');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('not "Other". Nothing was changed.');
    expect(refused.requests.map((line) => line.split(' ')[1])).toEqual(['/api/v1/api-key']);
  });
});

const noChange = (requests: readonly string[]) => requests.every((request) => request.startsWith('GET '));
const asking = OPERATION_LINES.filter(({ route }) => operations.find((one) => one.route === route)?.asks);

describe.each(asking)('a confirmation of $line', (operation) => {
  const line = operation.line.replace(' --yes', '');
  // Earlier tests have deleted what some of the lines name.
  let unchanged: World;
  beforeAll(async () => {
    unchanged = await createWorld();
  });
  afterAll(() => unchanged.close());

  it.each([
    ['closed stdin', { stdin: '' }],
    ['"n" on a pipe', { stdin: 'n\n' }],
    ['"yes" on a pipe', { stdin: 'yes\n' }],
    ['no at a terminal', { columns: 80, confirm: false }],
    ['Ctrl-C at a terminal', { columns: 80 }],
  ])('with %s is no: exit 130, and nothing is changed', async (_, options) => {
    const { code, stdout } = await unchanged.run(splitWords(line), options);
    expect({ code, stdout, changed: !noChange(unchanged.requests) }).toEqual({ code: 130, stdout: '', changed: false });
  });
});

describe('a confirmation', () => {
  const line = `transactional publish ${PASSWORD_RESET} --no-check`;

  it('names what will happen to what', async () => {
    await sent(`transactional draft ${PASSWORD_RESET}`);
    const { stderr } = await sent(line, { columns: 80, confirm: false });
    expect(stderr).toMatch(/Publish the draft of ".+"\? It replaces the published version at once\./);
  });

  it('is not asked in a dry run', async () => {
    const { code, stdout } = await sent(`${line} --dry-run`, { stdin: '' });
    expect(code).toBe(0);
    expect(stdout).toContain(`POST /v1/transactional-emails/${PASSWORD_RESET}/publish`);
  });
});

describe('a dry run', () => {
  const changing = OPERATION_LINES.filter(({ effect }) => !isReading(effect));

  it.each(changing.map(({ route, line }) => [route, line]))(
    'of %s sends no change and prints the request',
    async (route, line) => {
      const { code, stdout, requests } = await sent(`${line} --dry-run --json`);
      expect({ code, changes: requests.filter((request) => !request.startsWith('GET ')) }).toEqual({
        code: 0,
        changes: [],
      });
      const [planned] = JSON.parse(stdout) as { method: string; path: string; effect: string }[];
      expect(planned?.method).toBe(route?.split(' ')[0]);
      expect(EFFECT_NAMES).toContain(planned?.effect);
    },
  );

  it('is not offered by commands that only read', async () => {
    expect((await sent('themes list --dry-run')).code).toBe(2);
  });

  it('prints exactly the request that the real run sends', async () => {
    const { stdout } = await sent('groups create --name Billing --description "Invoices" --dry-run --json');
    expect(JSON.parse(stdout)).toEqual([
      {
        method: 'POST',
        path: '/v1/transactional-groups',
        query: {},
        body: { name: 'Billing', description: 'Invoices' },
        effect: 'draft',
      },
    ]);
  });
});

describe('--curl', () => {
  it('prints the requests of a command that makes many at a time', async () => {
    const { code, stdout, requests } = await sent(
      `transactional metrics ${PASSWORD_RESET} cdv4f4vyvh0o8neokr8zoik4x --curl`,
    );
    expect({ code, requests }).toEqual({ code: 0, requests: [] });
    expect(stdout.match(/^curl /gm)).toHaveLength(2);
  });

  it('prints curl commands and sends nothing', async () => {
    const { code, stdout, requests } = await sent(`groups create --name "It's" --curl`);
    expect({ code, requests }).toEqual({ code: 0, requests: [] });
    expect(stdout).toContain('curl -sS -X POST "${LOOPS_BASE_URL:-');
    expect(stdout).toContain('-H "Authorization: Bearer $LOOPS_API_KEY"');
    expect(stdout).toContain(`--data-raw '{"description":`.slice(0, 12));
  });

  it.each(OPERATION_LINES.map(({ line }) => line).filter((line) => !line.startsWith('auth ')))(
    '%s works without a key, and prints none',
    async (line) => {
      const outcome = await sent(`${line} --curl`, { env: { LOOPS_API_KEY: undefined } });
      expect({ code: outcome.code, requests: outcome.requests }).toEqual({ code: 0, requests: [] });
      expect(outcome.stdout).toContain('$LOOPS_API_KEY');
    },
  );
});

/** Every known operation with an ID that does not exist, and unknown requests. */
const API_REQUESTS: readonly { line: string; effect: Effect; asks: boolean }[] = [
  ...operations.map(({ route, effect, asks }) => ({
    line: `api ${route.replace(/\{\w+\}/g, 'c0000000000000000000000000')}`,
    effect,
    asks,
  })),
  { line: 'api GET /v1/invented', effect: 'read', asks: false },
  ...['POST', 'PUT', 'DELETE'].map((method) => ({
    line: `api ${method} /v1/invented`,
    effect: 'destroy' as const,
    asks: true,
  })),
];

describe.each(API_REQUESTS)('$line', ({ line, effect, asks }) => {
  it.each(SETS.map((set) => [set.join(',') || '(none)', set] as const))('with %s allowed', async (_, set) => {
    for (const { flag, env } of [
      { flag: ['--allow', set.join(',')], env: {} },
      { flag: [], env: { LOOPS_ALLOW: set.join(',') } },
    ]) {
      const before = world.requests.length;
      const { code, stdout, stderr } = await world.run([...splitWords(line), ...flag, '--yes', '--json'], { env });
      const requests = world.requests.slice(before);
      if (set.includes(effect)) {
        expect(stderr).not.toContain('effect_not_allowed');
        expect(requests.length).toBeGreaterThan(0);
        continue;
      }
      expect({ code, stdout, requests }).toEqual({ code: 2, stdout: '', requests: [] });
      const message = expect.stringContaining(`does not allow "${effect}", the effect of ${line.split(' ')[1]} /v1/`);
      expect(JSON.parse(stderr)).toEqual({ error: { code: 'effect_not_allowed', message, hint: EFFECTS_HINT } });
    }
  });

  it('with --dry-run sends nothing unless it reads', async () => {
    const { code, stdout, requests } = await sent(`${line} --dry-run --json`, { stdin: '' });
    if (isReading(effect)) {
      expect(requests.length).toBeGreaterThan(0);
      return;
    }
    const [, method, path] = line.split(' ');
    expect({ code, requests }).toEqual({ code: 0, requests: [] });
    expect(JSON.parse(stdout)).toEqual([{ method, path, query: {}, body: null, effect }]);
  });

  it('with --curl sends nothing, and needs no key', async () => {
    const { code, stdout, requests } = await sent(`${line} --curl`, { env: { LOOPS_API_KEY: undefined } });
    expect({ code, requests }).toEqual({ code: 0, requests: [] });
    expect(stdout).toContain('$LOOPS_API_KEY');
  });

  it.each([
    ['closed stdin', { stdin: '' }],
    ['"yes" on a pipe', { stdin: 'yes\n' }],
    ['no at a terminal', { columns: 80, confirm: false }],
    ['Ctrl-C at a terminal', { columns: 80 }],
  ])('with %s is sent only if it needs no confirmation', async (_, options) => {
    const { code, requests } = await sent(line, options);
    if (asks) expect({ code, requests }).toEqual({ code: 130, requests: [] });
    else expect(requests.length).toBeGreaterThan(0);
  });
});

describe('api', () => {
  it('asks with the request, and sends it after a yes', async () => {
    const no = await sent('api DELETE /v1/invented', { columns: 80, confirm: false });
    expect(no.stderr.replace(/\s+/g, ' ')).toContain(
      'Send DELETE /v1/invented? It is not a known operation, so it may delete data.',
    );
    expect((await sent('api DELETE /v1/invented', { columns: 80, confirm: true })).requests).toHaveLength(1);
  });

  it.each([
    'api delete v1/invented',
    'api DELETE /v1/v1/%69nvented',
    'api DELETE invented --dry-run',
    'api DELETE invented --curl',
    'api POST /v1/transactional-emails/c1/%70ublish',
    'api post transactional-emails/c1/publish?x=1',
  ])('is refused however the request is spelled: %s', async (line) => {
    const { code, stdout, requests } = await sent(`${line} --allow read,draft --yes`);
    expect({ code, stdout, requests }).toEqual({ code: 2, stdout: '', requests: [] });
  });

  it('obeys the effects of a profile', async () => {
    const env = { LOOPS_API_KEY: undefined };
    await world.run(['auth', 'login', '--profile', 'reader'], { env, stdin: 'sandbox\n' });
    expect((await world.run(['auth', 'allow', 'reader', 'read'], { env })).code).toBe(0);
    const refused = await sent('api POST /v1/transactional-groups -f name=x --profile reader', { env });
    expect({ code: refused.code, requests: refused.requests }).toEqual({ code: 2, requests: [] });
    expect(refused.stderr).toContain('Profile "reader" does not allow "draft"');
    expect((await sent('api GET /v1/themes --profile reader', { env })).code).toBe(0);
  });

  it('checks the team before a change, and the dry run has the body and the query', async () => {
    const other = await sent('api POST /v1/transactional-groups -f name=x --expect-team Other');
    expect(other.code).toBe(2);
    expect(other.requests.map((line) => line.split(' ')[1])).toEqual(['/api/v1/api-key']);
    const { stdout } = await sent('api POST /v1/transactional-groups?a=b -f name=x --dry-run --json');
    expect(JSON.parse(stdout)).toMatchObject([{ query: { a: 'b' }, body: { name: 'x' }, effect: 'draft' }]);
  });

  it('with --paginate and --curl prints the request of the first page', async () => {
    const { code, stdout, requests } = await sent('api GET /v1/themes --paginate --curl');
    expect({ code, requests }).toEqual({ code: 0, requests: [] });
    expect(stdout).toContain("'/v1/themes?perPage=50'");
  });
});

describe('doctor', () => {
  it('is refused before it sends anything, and with --curl sends no DNS query either', async () => {
    const resolver = {
      resolveMx: () => Promise.reject(new Error('A DNS query was sent.')),
      resolveTxt: () => Promise.reject(new Error('A DNS query was sent.')),
      resolveCname: () => Promise.reject(new Error('A DNS query was sent.')),
    };
    const env = { LOOPS_API_KEY: undefined };
    const refused = await sent('doctor --domain example.com --allow draft', { resolver });
    expect({ ...refused, stderr: '' }).toEqual({ code: 2, stdout: '', stderr: '', requests: [] });
    expect(refused.stderr).toContain('--allow does not allow "read"');
    const curl = await sent('doctor --domain example.com --curl', { resolver, env });
    expect({ code: curl.code, requests: curl.requests }).toEqual({ code: 0, requests: [] });
    expect(curl.stdout).toContain('/v1/api-key');
  });
});
