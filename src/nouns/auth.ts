/** Keys and profiles: log in, look, choose, log out. A key is never printed whole and never an argument. */
import * as z from 'zod';
import type { Profile } from '../config/profiles.ts';
import { checkBaseUrl, checkKey, DEFAULT_BASE_URL, keyOf, maskKey } from '../config/resolve.ts';
import { command } from '../define/command.ts';
import { textOf } from '../define/json.ts';
import type { Column } from '../define/view.ts';
import { asFailure, Failure, usage } from '../errors.ts';
import { checkApiKey } from './api-key.ts';
import type { ToolContext } from './tool-context.ts';

const KnownProfile = z.object({
  profile: z.string(),
  current: z.boolean(),
  teamName: z.string().nullable(),
  baseUrl: z.string(),
  key: z.string().describe('masked'),
});
type KnownProfile = z.infer<typeof KnownProfile>;

const Status = z.object({
  teamName: z.string(),
  key: z.string().describe('masked'),
  keySource: z.string(),
  baseUrl: z.string(),
  baseUrlSource: z.string(),
});

const current: Column = { heading: 'CURRENT', path: 'current', show: (value) => (value === true ? 'yes' : '') };

async function typedKey({ runtime }: ToolContext): Promise<string> {
  const text = runtime.stdin.isTerminal ? await runtime.ask.secret('API key') : String(await runtime.stdin.read());
  return checkKey(text.trim());
}

/** How a profile's key is shown: never the key, and never the command, which could hold it. */
const shownKey = ({ apiKey }: Pick<Profile, 'apiKey'>): string =>
  apiKey === undefined ? '(from a command)' : maskKey(apiKey);

export const loginCommand = command({
  notes:
    'Asks for the key without showing it, or reads it from standard input: there is no flag for it, because the arguments of a process can be seen by others. Use --profile to keep several accounts and --base-url for another address.',
  input: z.object({
    keyCommand: z
      .string()
      .min(1)
      .optional()
      .describe('keep this command, which prints the key, instead of the key')
      .meta({ placeholder: 'command' }),
  }),
  output: KnownProfile,
  examples: [
    { does: 'From a file, so that the key is not typed', line: 'auth login < key.txt' },
    { does: 'A second account', line: 'auth login --profile staging < key.txt' },
    {
      does: 'From a password manager, so that no key is at rest',
      line: "auth login --key-command 'pass show loops'",
    },
  ],
  async run(context: ToolContext, { keyCommand }): Promise<KnownProfile> {
    if (context.target.sandbox)
      throw usage('The sandbox needs no login.', 'Leave --sandbox out, or leave `auth login` out.');
    const name = context.target.profile ?? (context.runtime.env['LOOPS_PROFILE'] || 'default');
    if (!/^[A-Za-z0-9][\w.@-]*$/.test(name)) {
      throw usage(
        `${JSON.stringify(name)} cannot be the name of a profile.`,
        'Use letters, digits, dots, dashes and underscores.',
      );
    }
    const baseUrl = checkBaseUrl(context.target.baseUrl ?? (context.runtime.env['LOOPS_BASE_URL'] || DEFAULT_BASE_URL));
    const secret = keyCommand === undefined ? { apiKey: await typedKey(context) } : { keyCommand };
    const apiKey = (await keyOf(secret, 'this login', context.runtime.execute)) ?? '';
    const { teamName } = await context
      .withConnection({ apiKey, baseUrl, keySource: 'what was entered', baseUrlSource: 'this login' })
      .call(checkApiKey, {});
    const stored = { ...secret, ...(baseUrl === DEFAULT_BASE_URL ? {} : { baseUrl }), teamName: textOf(teamName) };
    await context.profiles.update((contents) => ({
      ...contents,
      current: name,
      profiles: { ...contents.profiles, [name]: stored },
    }));
    if (context.runtime.env['LOOPS_API_KEY']) {
      context.warn('LOOPS_API_KEY is set and goes before stored keys: unset it, or name the profile with --profile.');
    }
    context.note(`Logged in. The ${keyCommand === undefined ? 'key' : 'command'} is in ${context.profiles.path}.`);
    return { profile: name, current: true, teamName: stored.teamName, baseUrl, key: shownKey(secret) };
  },
  view: {
    kind: 'details',
    columns: [
      { heading: 'Profile', path: 'profile' },
      { heading: 'Team', path: 'teamName' },
      { heading: 'Base URL', path: 'baseUrl' },
      { heading: 'Key', path: 'key' },
    ],
  },
});

export const statusCommand = command({
  input: z.object({}),
  output: Status,
  examples: [{ does: 'In the sandbox', line: 'auth status' }],
  async run(context: ToolContext) {
    const { apiKey, ...connection } = await context.connection();
    try {
      const { teamName } = await context.call(checkApiKey, {});
      return { teamName, key: maskKey(apiKey), ...connection };
    } catch (error) {
      // Whoever asks for the status wants to know what was tried, above all when it did not work.
      const { code, message, status, request } = asFailure(error);
      const { keySource, baseUrl, baseUrlSource } = connection;
      const hint = `The key is from ${keySource}; the address ${baseUrl} is from ${baseUrlSource}.`;
      throw new Failure(code, message, { hint, status, request, cause: error });
    }
  },
  view: {
    kind: 'details',
    columns: [
      { heading: 'Team', path: 'teamName' },
      { heading: 'Key', path: 'key' },
      { heading: '  from', path: 'keySource' },
      { heading: 'Base URL', path: 'baseUrl' },
      { heading: '  from', path: 'baseUrlSource' },
    ],
  },
});

export const listCommand = command({
  input: z.object({}),
  output: z.array(KnownProfile),
  examples: [{ does: 'All profiles', line: 'auth list' }],
  async run({ profiles }: ToolContext): Promise<readonly KnownProfile[]> {
    const contents = await profiles.read();
    return Object.entries(contents.profiles).map(([name, profile]) => ({
      profile: name,
      current: name === contents.current,
      teamName: profile.teamName ?? null,
      baseUrl: profile.baseUrl ?? DEFAULT_BASE_URL,
      key: shownKey(profile),
    }));
  },
  view: {
    kind: 'table',
    columns: [
      { heading: 'PROFILE', path: 'profile', kind: 'id' },
      current,
      { heading: 'TEAM', path: 'teamName' },
      { heading: 'BASE URL', path: 'baseUrl' },
      { heading: 'KEY', path: 'key' },
    ],
    empty: 'There are no profiles. Log in with `loopsctl auth login`.',
  },
});

export const useCommand = command({
  input: z.object({ name: z.string().describe('name of the profile').meta({ completes: 'profiles' }) }),
  positionals: ['name'],
  output: z.object({ profile: z.string() }),
  examples: [{ does: 'Switch', line: 'auth use staging' }],
  async run({ profiles }: ToolContext, { name }) {
    await profiles.update((contents) => {
      requireProfile(contents.profiles, name);
      return { ...contents, current: name };
    });
    return { profile: name };
  },
  view: { kind: 'details', columns: [{ heading: 'Profile in use', path: 'profile' }] },
});

export const logoutCommand = command({
  notes: 'The key stays valid: revoke it in the settings of your Loops account.',
  input: z.object({
    name: z
      .string()
      .optional()
      .describe('name of the profile; the current one unless told')
      .meta({ completes: 'profiles' }),
  }),
  positionals: ['name'],
  output: z.object({ profile: z.string() }),
  examples: [{ does: 'One of several', line: 'auth logout staging' }],
  async run({ profiles, target, runtime }: ToolContext, input) {
    let forgotten = '';
    await profiles.update((contents) => {
      const name = input.name ?? target.profile ?? (runtime.env['LOOPS_PROFILE'] || contents.current);
      if (name === null) throw usage('No profile is in use.', 'Name one: `loopsctl auth logout <name>`.');
      requireProfile(contents.profiles, name);
      forgotten = name;
      return {
        ...contents,
        current: contents.current === name ? null : contents.current,
        profiles: Object.fromEntries(Object.entries(contents.profiles).filter(([other]) => other !== name)),
      };
    });
    return { profile: forgotten };
  },
  view: { kind: 'details', columns: [{ heading: 'Forgotten profile', path: 'profile' }] },
});

function requireProfile(profiles: Readonly<Record<string, unknown>>, name: string): void {
  if (Object.hasOwn(profiles, name)) return;
  throw usage(`There is no profile ${JSON.stringify(name)}.`, 'See `loopsctl auth list`.');
}
