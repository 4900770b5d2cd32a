/** `auth logout`: removes a profile. When it was the current one, another profile may take its place. */
import * as z from 'zod';
import type { Contents } from '../../config/profiles.ts';
import { noneSelected } from '../../config/resolve.ts';
import { command } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import type { ToolContext } from '../tool-context.ts';
import { ChangedProfile, requireProfile } from './profiles.ts';

/** The only profile that is left, or the one named default. */
function fallbackOf(names: readonly string[]): string | null {
  const [first = null, ...others] = names;
  if (others.length === 0) return first;
  return names.includes('default') ? 'default' : null;
}

function withoutProfile(contents: Contents, name: string): Contents {
  requireProfile(contents.profiles, name);
  const { [name]: _, ...profiles } = contents.profiles;
  const current = contents.current === name ? fallbackOf(Object.keys(profiles)) : contents.current;
  return { ...contents, current, profiles };
}

export const logoutCommand = command({
  notes:
    'The key stays valid until you revoke it in the settings of your Loops account. After the current profile is removed, the only other profile, or the one named default, becomes the current one.',
  input: z.object({
    name: z.string().optional().describe('profile name (default: current profile)').meta({ completes: 'profiles' }),
  }),
  positionals: ['name'],
  output: ChangedProfile,
  examples: [{ does: 'Remove one of several profiles', line: 'auth logout staging' }],
  async run({ profiles, target, runtime, note }: ToolContext, input) {
    let removed = '';
    let selection = '';
    await profiles.update((contents) => {
      const name = input.name ?? target.profile ?? (runtime.env['LOOPS_PROFILE'] || contents.current);
      if (name === null) {
        const stored = noneSelected(contents);
        throw stored === undefined
          ? usage('There are no profiles.', 'Log in with `loopsctl auth login`.')
          : usage(stored.message, 'Specify one: `loopsctl auth logout <name>`.');
      }
      const changed = withoutProfile(contents, name);
      const unselected = changed.current === null ? noneSelected(changed) : undefined;
      removed = name;
      if (unselected !== undefined) selection = `${unselected.message} ${unselected.hint}`;
      else if (changed.current !== contents.current && changed.current !== null) {
        selection = `Switched to profile ${changed.current}.`;
      }
      return changed;
    });
    note(`Removed profile ${removed}.`);
    if (selection !== '') note(selection);
    return { profile: removed };
  },
  view: { kind: 'details', columns: [{ heading: 'Profile', path: 'profile' }] },
});
