/** Which team's names completion offers. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { TypedFlags } from '../cli/typed-line.ts';
import { readProfiles } from '../config/profiles.ts';
import { resolveConnection } from '../config/resolve.ts';
import type { Runtime } from '../runtime/runtime.ts';

export interface Team {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** No team has this base URL: the names of the sandbox, whose address changes with every run. */
const SANDBOX: Team = { baseUrl: 'sandbox:', apiKey: 'sandbox' };

/** The team that a run with these flags would use. Rejects where only a key command knows the key. */
export async function teamOf(typed: TypedFlags, runtime: Runtime): Promise<Team> {
  if (typed['sandbox'] === true) return SANDBOX;
  const { baseUrl, apiKey } = await resolveConnection(
    { profile: textOf(typed['profile']), baseUrl: textOf(typed['baseUrl']) },
    { env: runtime.env, execute: () => Promise.reject(new Error('Completion runs no key command')) },
    { read: () => readProfiles(runtime) },
  );
  return { baseUrl, apiKey };
}

/** The flags that select the team, as words. */
export const teamFlags = ({ profile, baseUrl, sandbox, insecureHttp }: TypedFlags): readonly string[] => [
  ...(textOf(profile) === undefined ? [] : [`--profile=${profile}`]),
  ...(textOf(baseUrl) === undefined ? [] : [`--base-url=${baseUrl}`]),
  ...(sandbox === true ? ['--sandbox'] : []),
  ...(insecureHttp === true ? ['--insecure-http'] : []),
];

const textOf = (value: string | true | undefined): string | undefined => (value === true ? undefined : value);

/** A file that exists while names of a team are refreshed, and after a refresh that failed. */
export function refreshMarker({ baseUrl, apiKey }: Team, { directories }: Pick<Runtime, 'directories'>): string {
  const team = createHash('sha256').update(`${baseUrl}\0${apiKey}`).digest('hex').slice(0, 24);
  return join(directories.cache, `refresh-${team}`);
}
