/** Which key and which base URL a run uses, and who said so: flag, then environment, then profile, then default. */

import { Failure, usage } from '../errors.ts';
import { isLoopback } from '../runtime/loopback.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Profile, ProfileStore } from './profiles.ts';

/** The public service. Nothing here is ever contacted by a test, an example or the sandbox. */
export const DEFAULT_BASE_URL = 'https://app.loops.so/api';

export interface Connection {
  readonly apiKey: string;
  /** Without a final slash; paths begin with `/v1`. */
  readonly baseUrl: string;
  /** In words, `profile "work"` or `LOOPS_API_KEY`. */
  readonly keySource: string;
  readonly baseUrlSource: string;
}

export interface ConnectionFlags {
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
}

/**
 * A profile named by flag beats `LOOPS_API_KEY`, which beats a profile named by `LOOPS_PROFILE` or the current one.
 * A key from the environment goes with a base URL from the command line or the environment, never with a profile's:
 * a key is not sent where it was not meant for, and the profiles need not be read.
 */
export async function resolveConnection(
  flags: ConnectionFlags,
  { env, execute }: Pick<Runtime, 'env' | 'execute'>,
  profiles: Pick<ProfileStore, 'read'>,
): Promise<Connection> {
  const fromEnvironment = flags.profile === undefined ? env['LOOPS_API_KEY'] || undefined : undefined;
  const named = fromEnvironment === undefined ? await chosenProfile(flags.profile, env, profiles) : undefined;
  const apiKey =
    fromEnvironment ?? (named && (await keyOf(named.profile, `profile ${JSON.stringify(named.name)}`, execute)));
  if (apiKey === undefined) {
    throw new Failure('unauthorized', 'No API key.', {
      hint: 'Log in with `loopsctl auth login`, set LOOPS_API_KEY, or add --sandbox to try it without an account.',
    });
  }
  const stored = { value: named?.profile.baseUrl, source: `profile "${named?.name}"` };
  const environment = { value: env['LOOPS_BASE_URL'] || undefined, source: 'LOOPS_BASE_URL' };
  const baseUrl = [
    { value: flags.baseUrl, source: '--base-url' },
    // A profile named by flag is an explicit choice, so its address beats the environment's too.
    ...(flags.profile === undefined ? [environment, stored] : [stored, environment]),
    { value: DEFAULT_BASE_URL, source: 'default' },
  ].find(({ value }) => value !== undefined);
  const address = checkBaseUrl(baseUrl?.value ?? DEFAULT_BASE_URL);
  if (named !== undefined && baseUrl?.source === environment.source) refuseToLend(address, named);
  return {
    apiKey: checkKey(apiKey),
    baseUrl: address,
    keySource: named === undefined ? 'LOOPS_API_KEY' : `profile "${named.name}"`,
    baseUrlSource: baseUrl?.source ?? 'default',
  };
}

/**
 * A variable that somebody else may have set (a project's settings, a CI template) must not carry a stored key to another
 * host. To this machine it may go; anywhere else only by a flag.
 */
function refuseToLend(address: string, { name, profile }: { name: string; profile: Profile }): void {
  const own = new URL(checkBaseUrl(profile.baseUrl ?? DEFAULT_BASE_URL)).origin;
  const { origin } = new URL(address);
  if (origin === own || isLoopback(new URL(address))) return;
  throw usage(
    `LOOPS_BASE_URL says ${origin}, but the key of profile ${JSON.stringify(name)} belongs to ${own}.`,
    'Unset the variable, or log in there with another --profile; --base-url sends the key there all the same.',
  );
}

async function chosenProfile(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  store: Pick<ProfileStore, 'read'>,
): Promise<{ name: string; profile: Profile } | undefined> {
  const { current, profiles } = await store.read();
  const name = flag ?? (env['LOOPS_PROFILE'] || current);
  if (name === null || name === undefined) return undefined;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined) {
    throw usage(
      `There is no profile ${JSON.stringify(name)}.`,
      'See `loopsctl auth list`, or log in with `loopsctl auth login --profile <name>`.',
    );
  }
  return { name, profile };
}

/** The key of a profile, or what its command prints. `whose` is for messages. */
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
    // The command is not quoted: it may hold what should not be seen.
    throw usage(`The key command of ${whose} failed: ${(error as Error).message}.`, 'Run it by hand to see why.');
  }
  return checkKey(printed.trim());
}

/** Keys are opaque: only what cannot stand in a header is refused. The key itself is never quoted. */
export function checkKey(key: string): string {
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw usage(
      'The API key is empty or has characters that cannot be part of a key (spaces, line breaks, other scripts).',
      'Copy it again from the API page of your Loops settings.',
    );
  }
  return key;
}

/** An http(s) address without user, query or fragment; a final slash, and a final `/v1`, are taken off. */
export function checkBaseUrl(text: string): string {
  const hint = `Give an address such as ${DEFAULT_BASE_URL}.`;
  if (!URL.canParse(text)) throw usage(`${JSON.stringify(text)} is not a base URL.`, hint);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw usage('A base URL begins with https:// or http://.', hint);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw usage('A base URL has no user name, password, query or fragment.', hint);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/+v1$/, '');
}

/** A key as it may be shown: the last four characters of a long one. */
export const maskKey = (key: string): string => `****${key.length >= 16 ? key.slice(-4) : ''}`;
