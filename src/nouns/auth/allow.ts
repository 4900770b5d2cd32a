/** `auth allow`: restricts what a profile's key may be used for. */
import * as z from 'zod';
import { command } from '../../define/command.ts';
import { EFFECT_NAMES, parseEffects } from '../../define/effect.ts';
import { invalidPattern } from '../../define/recipients.ts';
import { usage } from '../../errors.ts';
import type { ToolContext } from '../tool-context.ts';
import { requireProfile, StoredProfile, showProfile } from './profiles.ts';

/** Lifts a restriction. */
const ANY = 'any';

/** Throws a `usage` failure for a text that no address could match. */
function readPatterns(text: string): readonly string[] {
  const patterns = text.split(',').map((part) => part.trim());
  const invalid = invalidPattern(patterns);
  if (invalid === undefined) return patterns;
  throw usage(
    `Invalid pattern ${JSON.stringify(invalid)} in --recipients.`,
    'Write addresses, with * for any text: *@acme.com,qa@example.com.',
  );
}

export const allowCommand = command({
  notes: `Effects: ${EFFECT_NAMES.join(', ')} (see \`loopsctl help effects\`). LOOPS_ALLOW and --allow narrow a run further. "${ANY}" lifts a restriction.`,
  input: z.object({
    profile: z.string().describe('profile name').meta({ completes: 'profiles' }),
    effects: z
      .string()
      .min(1)
      .optional()
      .describe(`allowed effects, comma-separated, or "${ANY}"`)
      .meta({ completes: 'effects' }),
    recipients: z
      .string()
      .min(1)
      .optional()
      .describe(`addresses that may get email, comma-separated, e.g. *@acme.com, or "${ANY}"`)
      .meta({ placeholder: 'patterns' }),
    team: z
      .string()
      .min(1)
      .optional()
      .describe(`team that the key must belong to before anything is changed, or "${ANY}"`)
      .meta({ placeholder: 'name' }),
  }),
  positionals: ['profile', 'effects'],
  output: StoredProfile,
  examples: [
    { does: 'A profile that only reads', line: 'auth allow default read' },
    { does: 'Drafts too, but only for one team', line: 'auth allow default read,draft --team "Brightwater"' },
    { does: 'Lift the restriction', line: `auth allow default ${ANY}` },
  ],
  async run(context: ToolContext, { profile, effects, recipients, team }) {
    if (effects === undefined && recipients === undefined && team === undefined) {
      throw usage('Nothing to change.', 'Pass effects, --recipients or --team.');
    }
    const patterns = recipients === undefined || recipients === ANY ? undefined : readPatterns(recipients);
    const allow = effects === undefined || effects === ANY ? undefined : [...parseEffects(effects, '<effects>')];
    await context.profiles.update((contents) => {
      requireProfile(contents.profiles, profile);
      const stored = { ...contents.profiles[profile] };
      if (effects !== undefined) assign(stored, 'allow', allow);
      if (recipients !== undefined) assign(stored, 'recipients', patterns);
      if (team !== undefined) assign(stored, 'expectTeam', team === ANY ? undefined : team);
      return { ...contents, profiles: { ...contents.profiles, [profile]: stored } };
    });
    const { profiles, current } = await context.profiles.read();
    context.note(`Changed what profile ${profile} allows.`);
    return showProfile(profile, profiles[profile] ?? {}, profile === current);
  },
  view: {
    kind: 'details',
    columns: [
      { heading: 'Profile', path: 'profile' },
      { heading: 'Effects', path: 'allow', show: anyOr },
      { heading: 'Recipients', path: 'recipients', show: anyOr },
      { heading: 'Team', path: 'expectTeam', show: anyOr },
    ],
  },
});

function assign(target: Record<string, unknown>, field: string, value: unknown): void {
  if (value === undefined) delete target[field];
  else target[field] = value;
}

function anyOr(value: unknown): string {
  if (value === null || value === undefined) return ANY;
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}
