/** `loops.json`: the environments of a project, each a team with a lock of its own. */
import * as z from 'zod';
import { describeFirst } from '../define/issue.ts';
import { usage } from '../errors.ts';
import { parseJson } from '../runtime/parse-json.ts';
import { plainLines } from './content.ts';

export const CONFIG_FILE = 'loops.json';

/** Part of a file name. */
const ENVIRONMENT = /^[a-z0-9][a-z0-9_-]{0,31}$/;

const Environment = z.strictObject({
  team: z.string().min(1).optional(),
  profile: z.string().min(1).optional(),
});
export type Environment = z.infer<typeof Environment>;

const Config = z.strictObject({
  $schema: z.string().optional(),
  environments: z.record(z.string().regex(ENVIRONMENT), Environment),
});
export type Config = z.infer<typeof Config>;

const HINT = 'Example: {"environments": {"production": {"team": "Acme", "profile": "acme"}}}';

/** Throws a `usage` failure that names the file. */
export function parseConfig(bytes: Uint8Array, name: string): Config {
  const parsed = Config.safeParse(parseJson(plainLines(new TextDecoder().decode(bytes)), name, HINT));
  if (parsed.success) return parsed.data;
  throw usage(`${name} is not valid: ${describeFirst(parsed.error)}.`, HINT);
}

export const printConfig = (config: Config): string => `${JSON.stringify(config, null, 2)}\n`;

/** Throws a `usage` failure for a name that cannot be part of a file name. */
export function checkEnvironment(name: string): string {
  if (ENVIRONMENT.test(name)) return name;
  throw usage(
    `${JSON.stringify(name)} is not a name for an environment.`,
    'Use lower-case letters, digits, hyphens and underscores.',
  );
}

/**
 * The environment of a run: the named one, or the one whose team the API key belongs to, or the only one. Throws a `usage`
 * failure where that is not clear, or where the key belongs to another team.
 */
export function chooseEnvironment(config: Config, named: string | undefined, team: string): string {
  const names = Object.keys(config.environments);
  if (named !== undefined && !names.includes(named)) {
    throw usage(`${CONFIG_FILE} has no environment ${JSON.stringify(named)}.`, `Environments: ${names.join(', ')}.`);
  }
  const matching = names.filter((name) => config.environments[name]?.team === team);
  const open = names.filter((name) => config.environments[name]?.team === undefined);
  const chosen = named ?? matching[0] ?? (names.length === 1 ? names[0] : undefined) ?? open[0];
  if (named === undefined && matching.length > 1) {
    throw usage(`Several environments are of team ${JSON.stringify(team)}.`, `Pass --env: ${matching.join(', ')}.`);
  }
  if (chosen === undefined) {
    throw usage(
      `The API key belongs to team ${JSON.stringify(team)}, which is no environment of ${CONFIG_FILE}.`,
      'Select the right profile with --profile, or add an environment.',
    );
  }
  const expected = config.environments[chosen]?.team;
  if (expected !== undefined && expected !== team) {
    throw usage(
      `The API key belongs to team ${JSON.stringify(team)}, but environment ${chosen} is team ${JSON.stringify(expected)}. Nothing was changed.`,
      'Select the right profile with --profile.',
    );
  }
  return chosen;
}
