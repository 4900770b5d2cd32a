/** `auth login`: checks an API key and stores it in a profile. The key is never an argument and never printed. */
import * as z from 'zod';
import { COPY_KEY_AGAIN, checkBaseUrl, checkKey, DEFAULT_BASE_URL, keyOf } from '../../config/resolve.ts';
import { command } from '../../define/command.ts';
import { textOf } from '../../define/json.ts';
import { asFailure, usage } from '../../errors.ts';
import { checkApiKey } from '../api-key.ts';
import type { ToolContext } from '../tool-context.ts';
import { restrictionsOf, StoredProfile, showProfile, warnOfOverrides } from './profiles.ts';

async function readKey({ runtime }: ToolContext): Promise<string> {
  const text = runtime.stdin.isTerminal ? await runtime.ask.secret('API key') : String(await runtime.stdin.read());
  return checkKey(text.trim());
}

function profileName({ target, runtime }: ToolContext): string {
  const name = target.profile ?? (runtime.env['LOOPS_PROFILE'] || 'default');
  if (/^[A-Za-z0-9][\w.@-]*$/.test(name)) return name;
  throw usage(`Invalid profile name ${JSON.stringify(name)}.`, 'Use letters, digits, dots, dashes and underscores.');
}

/** The team that the key belongs to. */
async function checkWithApi(context: ToolContext, apiKey: string, baseUrl: string): Promise<string> {
  const connection = { apiKey, baseUrl, keySource: 'the entered key', baseUrlSource: 'this login' };
  try {
    const { teamName } = await context.withConnection(connection).call(checkApiKey, {});
    return textOf(teamName);
  } catch (error) {
    const failure = asFailure(error);
    // `auth status`, which the usual hint recommends, would show another key.
    throw failure.code === 'unauthorized' ? failure.withHint(`Nothing was saved. ${COPY_KEY_AGAIN}`) : failure;
  }
}

export const loginCommand = command({
  notes:
    'Prompts for the key, or reads it from stdin. There is no --api-key flag because other users can see command-line arguments. Use --profile to store several accounts, and --base-url for another API.',
  input: z.object({
    keyCommand: z
      .string()
      .min(1)
      .optional()
      .describe('store a command that prints the key instead of the key itself')
      .meta({ placeholder: 'command' }),
  }),
  calls: [checkApiKey],
  ownConnection: true,
  output: StoredProfile,
  examples: [
    { does: 'Read the key from a file', line: 'auth login < key.txt' },
    { does: 'Add a second account', line: 'auth login --profile staging < key.txt' },
    { does: 'Use a password manager', line: "auth login --key-command 'pass show loops'" },
  ],
  async run(context: ToolContext, { keyCommand }): Promise<StoredProfile> {
    if (context.target.sandbox) {
      throw usage('The sandbox does not need a login.', 'Run `auth login` without --sandbox.');
    }
    const { runtime, profiles } = context;
    const name = profileName(context);
    const baseUrl = checkBaseUrl(context.target.baseUrl ?? (runtime.env['LOOPS_BASE_URL'] || DEFAULT_BASE_URL));
    const secret = keyCommand === undefined ? { apiKey: await readKey(context) } : { keyCommand };
    const apiKey = (await keyOf(secret, 'this login', runtime.execute)) ?? '';
    const teamName = await checkWithApi(context, apiKey, baseUrl);
    const stored = { ...secret, ...(baseUrl === DEFAULT_BASE_URL ? {} : { baseUrl }), teamName };
    await profiles.update((contents) => ({
      ...contents,
      current: name,
      // A new key must not lift what the profile is restricted to.
      profiles: { ...contents.profiles, [name]: { ...restrictionsOf(contents.profiles[name]), ...stored } },
    }));
    warnOfOverrides(context, name);
    context.note(`Logged in. The ${keyCommand === undefined ? 'key' : 'command'} is stored in ${profiles.path}.`);
    context.note(`Switched to profile ${name}.`);
    return showProfile(name, stored, true);
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
