/** What a run may do: the profile, LOOPS_ALLOW and the flags, each of which can only narrow it. */
import { type AllowedEffects, parseEffects } from '../define/effect.ts';
import type { AllowedRecipients } from '../define/recipients.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { ProfileStore } from './profiles.ts';
import { profileInUse } from './resolve.ts';

export interface RunRules {
  /** An effect must be in each of these. */
  readonly allowed: readonly AllowedEffects[];
  /** Who may get email; anybody where it is undefined. */
  readonly recipients: AllowedRecipients | undefined;
  /** The teams that a run that changes something requires: the profile's and that of `--expect-team`. */
  readonly expectedTeams: readonly string[];
}

export interface RuleFlags {
  readonly profile: string | undefined;
  readonly sandbox: boolean;
  readonly allow: string | undefined;
  readonly expectTeam: string | undefined;
}

/** Rejects with a `usage` failure for an unknown effect or profile. Without `profiles` no profile narrows anything. */
export async function readRules(
  flags: RuleFlags,
  { env }: Pick<Runtime, 'env'>,
  profiles?: ProfileStore,
): Promise<RunRules> {
  const inUse = flags.sandbox || !profiles ? undefined : await profileInUse(flags, env, profiles);
  const { allow, recipients, expectTeam } = inUse?.profile ?? {};
  const variable = env['LOOPS_ALLOW'];
  const source = `Profile ${JSON.stringify(inUse?.name)}`;
  return {
    allowed: [
      ...(allow === undefined ? [] : [{ source, effects: new Set(allow) }]),
      // Set but empty allows nothing: a variable that was lost in a script must not allow everything.
      ...(variable === undefined ? [] : [named('LOOPS_ALLOW', variable)]),
      ...(flags.allow === undefined ? [] : [named('--allow', flags.allow)]),
    ],
    recipients: recipients === undefined ? undefined : { source, patterns: recipients },
    expectedTeams: [expectTeam, flags.expectTeam].filter((team) => team !== undefined),
  };
}

const named = (source: string, text: string): AllowedEffects => ({
  source,
  effects: text.trim() === '' ? new Set() : parseEffects(text, source),
});
