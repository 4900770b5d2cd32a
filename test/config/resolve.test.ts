/** Proves which key and address a run uses and who said so, and that no message ever shows a key. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Contents, ProfileStore } from '../../src/config/profiles.ts';
import { checkBaseUrl, checkKey, DEFAULT_BASE_URL, maskKey, resolveConnection } from '../../src/config/resolve.ts';
import { failureOf, hostileText } from '../arbitraries.ts';

const storeOf = (contents: Contents): ProfileStore => ({
  path: 'config.json',
  read: async () => contents,
  update: async () => {
    throw new Error('Nothing is to be written.');
  },
});
const unreadable: ProfileStore = {
  ...storeOf({ current: null, profiles: {} }),
  read: async () => {
    throw new Error('The profiles are not needed.');
  },
};
const stored = storeOf({
  current: 'work',
  profiles: {
    work: { apiKey: 'key-of-work', baseUrl: 'http://127.0.0.1:1/work' },
    plain: { apiKey: 'key-of-plain' },
  },
});
const nothing = storeOf({ current: null, profiles: {} });

/** Commands that print a key are played: `fail` fails, any other prints itself with a line break. */
const execute = async (command: string): Promise<string> => {
  if (command.startsWith('fail')) throw new Error('exit code 1');
  return `${command}\n`;
};

type Flags = { profile?: string; baseUrl?: string };
const resolve = ({ profile, baseUrl }: Flags, env: Record<string, string>, store = stored) =>
  resolveConnection({ profile, baseUrl }, { env, execute }, store);

const WORK = 'http://127.0.0.1:1/work';
const ENV = 'http://127.0.0.1:2/env';
const FLAG = 'http://127.0.0.1:3/flag';

describe('a run', () => {
  it.each<[Flags, Record<string, string>, string, string, string, string]>([
    // flags, environment, then: key, who gave it, address, who gave it
    [{}, {}, 'key-of-work', 'profile "work"', WORK, 'profile "work"'],
    [{}, { LOOPS_PROFILE: 'plain' }, 'key-of-plain', 'profile "plain"', DEFAULT_BASE_URL, 'built-in default'],
    [{}, { LOOPS_PROFILE: '' }, 'key-of-work', 'profile "work"', WORK, 'profile "work"'],
    [{}, { LOOPS_BASE_URL: ENV }, 'key-of-work', 'profile "work"', ENV, 'LOOPS_BASE_URL'],
    [{}, { LOOPS_BASE_URL: '' }, 'key-of-work', 'profile "work"', WORK, 'profile "work"'],
    [{}, { LOOPS_API_KEY: 'k' }, 'k', 'LOOPS_API_KEY', DEFAULT_BASE_URL, 'built-in default'],
    [{}, { LOOPS_API_KEY: '' }, 'key-of-work', 'profile "work"', WORK, 'profile "work"'],
    [{}, { LOOPS_API_KEY: 'k', LOOPS_PROFILE: 'work' }, 'k', 'LOOPS_API_KEY', DEFAULT_BASE_URL, 'built-in default'],
    [{}, { LOOPS_API_KEY: 'k', LOOPS_BASE_URL: ENV }, 'k', 'LOOPS_API_KEY', ENV, 'LOOPS_BASE_URL'],
    [{ baseUrl: FLAG }, { LOOPS_API_KEY: 'k', LOOPS_BASE_URL: ENV }, 'k', 'LOOPS_API_KEY', FLAG, '--base-url'],
    [{ baseUrl: FLAG }, {}, 'key-of-work', 'profile "work"', FLAG, '--base-url'],
    [
      { profile: 'plain' },
      { LOOPS_API_KEY: 'k' },
      'key-of-plain',
      'profile "plain"',
      DEFAULT_BASE_URL,
      'built-in default',
    ],
    [
      { profile: 'plain' },
      { LOOPS_PROFILE: 'work' },
      'key-of-plain',
      'profile "plain"',
      DEFAULT_BASE_URL,
      'built-in default',
    ],
    [{ profile: 'plain' }, { LOOPS_BASE_URL: ENV }, 'key-of-plain', 'profile "plain"', ENV, 'LOOPS_BASE_URL'],
    [{ profile: 'work' }, { LOOPS_BASE_URL: ENV }, 'key-of-work', 'profile "work"', WORK, 'profile "work"'],
    [{ profile: 'work', baseUrl: FLAG }, { LOOPS_BASE_URL: ENV }, 'key-of-work', 'profile "work"', FLAG, '--base-url'],
  ])('with %j and %j uses %s of %s at %s of %s', async (flags, env, apiKey, keySource, baseUrl, baseUrlSource) => {
    expect(await resolve(flags, env)).toEqual({ apiKey, keySource, baseUrl, baseUrlSource });
  });

  it('with a key from the environment does not read the profiles, so that a broken file cannot stop it', async () => {
    expect((await resolve({}, { LOOPS_API_KEY: 'k' }, unreadable)).apiKey).toBe('k');
  });

  it('never sends a key from the environment to the address of a profile', async () => {
    const flags = fc.record({ baseUrl: fc.constantFrom(undefined, FLAG) });
    const env = fc.record(
      { LOOPS_PROFILE: fc.constantFrom('work', 'plain', ''), LOOPS_BASE_URL: fc.constantFrom('', ENV) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(flags, env, async ({ baseUrl }, variables) => {
        const connection = await resolveConnection(
          { profile: undefined, baseUrl },
          { env: { ...variables, LOOPS_API_KEY: 'k' }, execute },
          stored,
        );
        expect(connection.baseUrl).not.toBe(WORK);
      }),
    );
  });

  it('without any key exits 3 and says the three ways to get one', async () => {
    const failure = await failureOf(() => resolve({}, {}, nothing));
    expect(failure).toMatchObject({ code: 'unauthorized', exitCode: 3 });
    expect(failure.hint).toMatch(/auth login.*LOOPS_API_KEY.*--sandbox/);
  });

  it.each<[Flags, Record<string, string>]>([
    [{ profile: 'nope' }, {}],
    [{ profile: 'nope' }, { LOOPS_API_KEY: 'k' }],
    [{}, { LOOPS_PROFILE: 'nope' }],
    [{ profile: 'constructor' }, {}],
    [{ profile: '__proto__' }, {}],
    [{ profile: '' }, {}],
  ])('with a profile that is not there (%j, %j) is refused by its name', async (flags, env) => {
    const failure = await failureOf(() => resolve(flags, env));
    expect(failure.code).toBe('usage');
    expect(failure.message).toContain(JSON.stringify(flags.profile ?? env.LOOPS_PROFILE));
  });

  it('takes the key that a profile has a command for, without its line break', async () => {
    const store = storeOf({ current: 'a', profiles: { a: { keyCommand: 'key-from-command' } } });
    expect(await resolve({}, {}, store)).toMatchObject({ apiKey: 'key-from-command', keySource: 'profile "a"' });
  });

  it.each(['fail SECRET', 'SECRET in two words', ' '])(
    'with a key command that gives no key (%j) is refused without quoting it',
    async (keyCommand) => {
      const failure = await failureOf(() =>
        resolve({}, {}, storeOf({ current: 'a', profiles: { a: { keyCommand } } })),
      );
      expect(failure.code).toBe('usage');
      expect(`${failure.message}${failure.hint}`).not.toContain('SECRET');
    },
  );

  it('with a key that cannot stand in a header is refused before anything is sent', async () => {
    expect((await failureOf(() => resolve({}, { LOOPS_API_KEY: 'two words' }))).code).toBe('usage');
  });
});

describe('checkBaseUrl', () => {
  it.each([
    ['https://app.loops.so/api', 'https://app.loops.so/api'],
    ['https://app.loops.so/api/', 'https://app.loops.so/api'],
    ['https://app.loops.so/api/v1', 'https://app.loops.so/api'],
    ['https://app.loops.so/api/v1//', 'https://app.loops.so/api'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010'],
    ['http://[::1]:4010/', 'http://[::1]:4010'],
    ['HTTPS://EXAMPLE.test/Api', 'https://example.test/Api'],
    ['https://example.test/apiv1', 'https://example.test/apiv1'],
  ])('takes %s as %s', (text, address) => expect(checkBaseUrl(text)).toBe(address));

  it.each([
    '',
    'app.loops.so/api',
    '/api',
    'localhost:4010',
    'ftp://example.test',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user@example.test',
    'https://:secret@example.test',
    'https://example.test/?a=b',
    'https://example.test/#x',
    'http://example.test:99999',
    'https://',
  ])('refuses %j and shows an address that would do', async (text) => {
    const failure = await failureOf(() => checkBaseUrl(text));
    expect(failure.code).toBe('usage');
    expect(failure.hint).toContain(DEFAULT_BASE_URL);
    expect(failure.message).not.toContain('secret');
  });

  it('gives an address that it takes again unchanged', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: false, withFragments: false }), (url) => {
        const address = checkBaseUrl(url);
        expect(checkBaseUrl(address)).toBe(address);
        expect(address.endsWith('/')).toBe(false);
      }),
    );
  });
});

describe('checkKey', () => {
  it('takes any visible ASCII, because keys are opaque', () => {
    const visibleAscii = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit: visibleAscii, minLength: 1 }), (key) => {
        expect(checkKey(key)).toBe(key);
      }),
    );
  });

  it.each(['', 'x'.repeat(4_097), ' ', 'a b', 'a\n', 'a\r\nX-Evil: 1', 'schlüssel', '\ufeffabc', 'a\u0000', 'a\u00a0'])(
    'refuses %j',
    async (key) => expect((await failureOf(() => checkKey(key))).code).toBe('usage'),
  );

  it('never quotes the key, not even a part of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[A-Z0-9]{8,30}$/),
        fc.constantFrom(' ', '\n', 'é', '\u0000'),
        hostileText,
        async (secret, bad, rest) => {
          const { message, hint, stack } = await failureOf(() => checkKey(`${secret}${bad}${rest}`));
          expect(`${message}${hint}${stack}`).not.toContain(secret.slice(0, 8));
        },
      ),
    );
  });
});

describe('maskKey', () => {
  it('shows at most the last four characters, and nothing of a short key', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-)+-~]{1,60}$/), (key) => {
        const shown = maskKey(key);
        const revealed = shown.replace(/^\*+/, '');
        expect(shown.startsWith('****')).toBe(true);
        expect(revealed.length).toBeLessThanOrEqual(4);
        expect(key.endsWith(revealed)).toBe(true);
        if (key.length < 16) expect(revealed).toBe('');
      }),
    );
  });

  it('lets two keys be told apart', () => {
    expect([maskKey('0123456789abcdef'), maskKey('0123456789abcde')]).toEqual(['****cdef', '****']);
  });
});
