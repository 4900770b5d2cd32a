/** `auth list`: the stored profiles. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import type { ToolContext } from '../tool-context.ts';
import { StoredProfile, showProfile } from './profiles.ts';

export const listCommand = command({
  input: z.object({}),
  output: z.array(StoredProfile),
  examples: [{ does: 'All profiles', line: 'auth list' }],
  async run({ profiles }: ToolContext): Promise<readonly StoredProfile[]> {
    const contents = await profiles.read();
    return Object.entries(contents.profiles).map(([name, profile]) =>
      showProfile(name, profile, name === contents.current),
    );
  },
  view: {
    kind: 'table',
    columns: [
      { heading: 'PROFILE', path: 'profile', kind: 'id' },
      { heading: 'CURRENT', path: 'current', show: (value) => (value === true ? 'yes' : '') },
      { heading: 'TEAM', path: 'teamName' },
      { heading: 'BASE URL', path: 'baseUrl' },
      { heading: 'ALLOWS', path: 'allow', optional: true },
      { heading: 'KEY', path: 'key' },
    ],
    empty: 'There are no profiles. Log in with `loopsctl auth login`.',
  },
});
