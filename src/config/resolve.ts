/** Decides which key and base URL a run uses: flag, then environment, then profile, then default. */
import { Failure, usage } from '../errors.ts';
import { isLoopback } from '../runtime/loopback.ts';
import { MAX_SECRET_BYTES, type Runtime } from '../runtime/runtime.ts';
import type { Contents, Profile, ProfileStore } from './profiles.ts';

/** The public API. No test, example or sandbox contacts it. */
export const DEFAULT_BASE_URL = 'https://app.loops.so/api';

/** Not `default`, which is also the usual name of a profile. */
const BUILT_IN = 'built-in default';

export interface Connection {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly keySource: string;
  readonly baseUrlSource: string;
}

export interface ConnectionFlags {
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
}

/** The flag, then `LOOPS_API_KEY`, then another profile. A key from the environment is never sent to the URL of a profile. */
export async function resolveConnection(
  flags: ConnectionFlags,
  { env, execute }: Pick<Runtime, 'env' | 'execute'>,
  profiles: Pick<ProfileStore, 'read'>,
): Promise<Connection> {
  const fromEnvironment = keyInEnvironment(flags, env);
  const named = await profileInUse(flags, env, profiles);
  const apiKey =
    fromEnvironment ?? (named && (await keyOf(named.profile, `profile ${JSON.stringify(named.name)}`, execute)));
  if (apiKey === undefined) {
    throw new Failure('unauthorized', 'No API key.', {
      hint: 'Log in with `loopsctl auth login`, set LOOPS_API_KEY, or add --sandbox to try it without an account.',
    });
  }
  const baseUrl = baseUrlOf(flags, env, named);
  const address = checkBaseUrl(baseUrl.value);
  if (named !== undefined && baseUrl.source === LOOPS_BASE_URL) refuseToLend(address, named);
  return {
    apiKey: checkKey(apiKey),
    baseUrl: address,
    keySource: named === undefined ? 'LOOPS_API_KEY' : `profile "${named.name}"`,
    baseUrlSource: baseUrl.source,
  };
}

export async function resolveBaseUrl(flags: ConnectionFlags, env: Env, profiles: ProfileStore): Promise<string> {
  return checkBaseUrl(baseUrlOf(flags, env, await profileInUse(flags, env, profiles)).value);
}

const LOOPS_BASE_URL = 'LOOPS_BASE_URL';

function baseUrlOf(
  flags: ConnectionFlags,
  env: Env,
  named: { readonly name: string; readonly profile: Profile } | undefined,
): { value: string; source: string } {
  const stored = { value: named?.profile.baseUrl, source: `profile "${named?.name}"` };
  const environment = { value: env[LOOPS_BASE_URL] || undefined, source: LOOPS_BASE_URL };
  const chosen = [
    { value: flags.baseUrl, source: '--base-url' },
    // --profile is an explicit choice, so its base URL takes precedence over the environment too.
    ...(flags.profile === undefined ? [environment, stored] : [stored, environment]),
  ].find(({ value }) => value !== undefined);
  return { value: chosen?.value ?? DEFAULT_BASE_URL, source: chosen?.source ?? BUILT_IN };
}

/** A variable that a project or a CI template sets must not send a stored key to another host than this machine. */
function refuseToLend(address: string, { name, profile }: { name: string; profile: Profile }): void {
  const own = new URL(checkBaseUrl(profile.baseUrl ?? DEFAULT_BASE_URL)).origin;
  const { origin } = new URL(address);
  if (origin === own || isLoopback(new URL(address))) return;
  throw usage(
    `LOOPS_BASE_URL is ${origin}, but profile ${JSON.stringify(name)} was created for ${own}.`,
    `Unset it, log in to ${origin} with another profile, or pass --base-url to override.`,
  );
}

type Env = Readonly<Record<string, string | undefined>>;

const keyInEnvironment = ({ profile }: Pick<ConnectionFlags, 'profile'>, env: Env): string | undefined =>
  profile === undefined ? env['LOOPS_API_KEY'] || undefined : undefined;

/** The profile whose key a run uses; undefined where the key is from the environment, or where none is stored. */
export const profileInUse = async (
  flags: Pick<ConnectionFlags, 'profile'>,
  env: Env,
  profiles: Pick<ProfileStore, 'read'>,
): Promise<{ name: string; profile: Profile } | undefined> =>
  keyInEnvironment(flags, env) === undefined ? selectedProfile(flags.profile, env, profiles) : undefined;

async function selectedProfile(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  store: Pick<ProfileStore, 'read'>,
): Promise<{ name: string; profile: Profile } | undefined> {
  const contents = await store.read();
  const name = flag ?? (env['LOOPS_PROFILE'] || contents.current);
  if (name === null || name === undefined) {
    const failure = noneSelected(contents);
    if (failure !== undefined) throw failure;
    return undefined;
  }
  const profile = Object.hasOwn(contents.profiles, name) ? contents.profiles[name] : undefined;
  if (profile === undefined) {
    throw usage(
      `There is no profile ${JSON.stringify(name)}.`,
      'Run `loopsctl auth list` to see the profiles, or `loopsctl auth login --profile <name>` to add one.',
    );
  }
  return { name, profile };
}

/** The failure when profiles are stored and none of them is selected; undefined when none is stored. */
export function noneSelected({ profiles }: Pick<Contents, 'profiles'>): Failure | undefined {
  const names = Object.keys(profiles);
  const [first] = names;
  if (first === undefined) return undefined;
  const quoted = names.map((name) => (/^[\w.@-]+$/.test(name) ? name : JSON.stringify(name)));
  const suggested = names.includes('default') ? 'default' : quoted[0];
  return new Failure('unauthorized', `No profile is selected. Stored: ${quoted.join(', ')}.`, {
    hint: `Run \`loopsctl auth use ${suggested}\`.`,
  });
}

export async function keyOf(
  { apiKey, keyCommand }: Pick<Profile, 'apiKey' | 'keyCommand'>,
  whose: string,
  execute: Runtime['execute'],
): Promise<string | undefined> {
  if (keyCommand === undefined) return apiKey;
  let printed: string;
  try {
    printed = await execute(keyCommand);
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The command may contain a secret, so the message does not quote it.
    throw usage(`The key command of ${whose} failed: ${(error as Error).message}.`, 'Run it in a shell to see why.');
  }
  return checkKey(printed.trim());
}

export const COPY_KEY_AGAIN = 'Copy the key again from the API page of your Loops settings.';

/** Keys are opaque: rejects only what a header cannot contain. Never quotes the key. */
export function checkKey(key: string): string {
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_SECRET_BYTES) {
    throw usage('The API key is empty, too long, or contains invalid characters.', COPY_KEY_AGAIN);
  }
  return key;
}

/** Accepts an http(s) URL without user, query or fragment, and removes a final slash and a final `/v1`. */
export function checkBaseUrl(text: string): string {
  const hint = `Use a URL such as ${DEFAULT_BASE_URL}.`;
  if (!URL.canParse(text)) throw usage(`Invalid base URL ${JSON.stringify(text)}.`, hint);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw usage('The base URL must start with https:// or http://.', hint);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw usage('The base URL must not contain a user name, password, query or fragment.', hint);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/+v1$/, '');
}

/** Shows the last four characters of a long key, and nothing of a short one. */
export const maskKey = (key: string): string => `****${key.length >= 16 ? key.slice(-4) : ''}`;
