/** What the auth commands share: how a profile is shown, and which one is used after a change. */
import * as z from 'zod';
import type { Contents, Profile } from '../../config/profiles.ts';
import { DEFAULT_BASE_URL, maskKey } from '../../config/resolve.ts';
import { usage } from '../../errors.ts';
import type { ToolContext } from '../tool-context.ts';

export const StoredProfile = z.object({
  profile: z.string(),
  current: z.boolean(),
  teamName: z.string().nullable(),
  baseUrl: z.string(),
  key: z.string().describe('masked'),
  allow: z.array(z.string()).nullable().describe('allowed effects; null: all'),
  recipients: z.array(z.string()).nullable().describe('addresses that may get email; null: not limited'),
  expectTeam: z.string().nullable().describe('team that the key must belong to; null: not limited'),
});
export type StoredProfile = z.infer<typeof StoredProfile>;

export const ChangedProfile = z.object({ profile: z.string() });

/** Shows neither the key nor the command, which may contain it. */
export const showProfile = (profile: string, stored: Profile, current: boolean): StoredProfile => ({
  profile,
  current,
  teamName: stored.teamName ?? null,
  baseUrl: stored.baseUrl ?? DEFAULT_BASE_URL,
  key: stored.apiKey === undefined ? '(from a command)' : maskKey(stored.apiKey),
  allow: stored.allow ?? null,
  recipients: stored.recipients ?? null,
  expectTeam: stored.expectTeam ?? null,
});

/** What `auth allow` has set. */
export const restrictionsOf = (stored: Profile | undefined): Pick<Profile, 'allow' | 'recipients' | 'expectTeam'> =>
  Object.fromEntries(
    Object.entries(stored ?? {}).filter(([field]) => ['allow', 'recipients', 'expectTeam'].includes(field)),
  );

/** Throws a `usage` failure when there is no profile of this name. */
export function requireProfile(profiles: Contents['profiles'], name: string): void {
  if (Object.hasOwn(profiles, name)) return;
  throw usage(`There is no profile ${JSON.stringify(name)}.`, 'Run `loopsctl auth list` to see the profiles.');
}

/** Warns about each variable that takes precedence over the current profile. */
export function warnOfOverrides({ runtime, warn }: ToolContext, name: string): void {
  const { LOOPS_API_KEY: key, LOOPS_PROFILE: profile } = runtime.env;
  if (key) warn('LOOPS_API_KEY overrides stored profiles. Unset it or pass --profile.');
  else if (profile && profile !== name) {
    warn(`LOOPS_PROFILE selects profile ${JSON.stringify(profile)}. Unset it or pass --profile ${name}.`);
  }
}
