/** `auth use`: selects the profile of later runs. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import type { ToolContext } from '../tool-context.ts';
import { ChangedProfile, requireProfile, warnOfOverrides } from './profiles.ts';

export const useCommand = command({
  input: z.object({ name: z.string().describe('profile name').meta({ completes: 'profiles' }) }),
  positionals: ['name'],
  output: ChangedProfile,
  examples: [{ does: 'Switch to another account', line: 'auth use staging' }],
  async run(context: ToolContext, { name }) {
    await context.profiles.update((contents) => {
      requireProfile(contents.profiles, name);
      return { ...contents, current: name };
    });
    warnOfOverrides(context, name);
    context.note(`Switched to profile ${name}.`);
    return { profile: name };
  },
  view: { kind: 'details', columns: [{ heading: 'Profile', path: 'profile' }] },
});
