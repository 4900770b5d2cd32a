/** Which team's names completion offers. */
import { join } from 'node:path';
import type { GlobalFlags } from '../cli/global-flags.ts';
import type { TypedFlags } from '../cli/typed-line.ts';
import { readProfiles } from '../config/profiles.ts';
import { resolveConnection } from '../config/resolve.ts';
import { SANDBOX_TEAM, type Team, teamFingerprint } from '../lookup/team.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Completion runs no command that prints a key. */
export const refuseKeyCommand = (): Promise<never> => Promise.reject(new Error('Completion runs no key command'));

export async function teamOf(
  { profile, baseUrl, sandbox }: Pick<GlobalFlags, 'profile' | 'baseUrl' | 'sandbox'>,
  runtime: Runtime,
): Promise<Team> {
  if (sandbox) return SANDBOX_TEAM;
  return resolveConnection(
    { profile, baseUrl },
    { env: runtime.env, execute: refuseKeyCommand },
    { read: () => readProfiles(runtime) },
  );
}

export const typedTeam = (typed: TypedFlags, runtime: Runtime): Promise<Team> =>
  teamOf(
    { profile: textOf(typed['profile']), baseUrl: textOf(typed['baseUrl']), sandbox: typed['sandbox'] === true },
    runtime,
  );

/** The flags that select the team and narrow what the refresh may do, as words. */
export const refreshFlags = ({ profile, baseUrl, allow, sandbox, insecureHttp }: TypedFlags): readonly string[] => [
  ...(textOf(profile) === undefined ? [] : [`--profile=${profile}`]),
  ...(textOf(baseUrl) === undefined ? [] : [`--base-url=${baseUrl}`]),
  ...(textOf(allow) === undefined ? [] : [`--allow=${allow}`]),
  ...(sandbox === true ? ['--sandbox'] : []),
  ...(insecureHttp === true ? ['--insecure-http'] : []),
];

const textOf = (value: string | true | undefined): string | undefined => (value === true ? undefined : value);

/** A file that exists while names of a team are refreshed, and after a refresh that failed. */
export const refreshMarker = (team: Team, { directories }: Pick<Runtime, 'directories'>): string =>
  join(directories.cache, `refresh-${teamFingerprint(team)}`);
