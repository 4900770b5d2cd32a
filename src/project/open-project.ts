/** Opens a project: its configuration, the lock of the environment, and its files. */
import type { Context } from '../define/command.ts';
import { usage } from '../errors.ts';
import { checkApiKey } from '../nouns/api-key.ts';
import type { Directory } from '../runtime/directory.ts';
import { CONFIG_FILE, type Config, checkEnvironment, chooseEnvironment, parseConfig, printConfig } from './config.ts';
import { KINDS } from './kinds/kinds.ts';
import { EMPTY_LOCK, type Lock, lockName, parseLock } from './lock.ts';
import { type LockFile, openLockFile } from './lock-file.ts';
import { readTree, type Tree } from './tree.ts';

export interface Project {
  readonly directory: Directory;
  readonly environment: string;
  readonly team: string;
  readonly lock: Lock;
  readonly lockFile: LockFile;
  readonly tree: Tree;
}

export interface Opening {
  readonly dir: string;
  readonly env?: string | undefined;
}

const FIRST_ENVIRONMENT = 'production';

/** Whether `loops.json` may be created is for `pull`, which makes a project. */
async function environmentOf(directory: Directory, { env }: Opening, team: string, creates: boolean): Promise<string> {
  const bytes = await directory.find(CONFIG_FILE);
  const config: Config = bytes === undefined ? { environments: {} } : parseConfig(bytes, directory.shown(CONFIG_FILE));
  const known = Object.keys(config.environments);
  const isNew = bytes === undefined || (env !== undefined && !known.includes(env)) || known.length === 0;
  if (!isNew) return chooseEnvironment(config, env, team);
  if (!creates) {
    if (bytes === undefined) {
      throw usage(
        `There is no ${directory.shown(CONFIG_FILE)}.`,
        'Run `loopsctl pull` to create a project from the account.',
      );
    }
    return chooseEnvironment(config, env, team);
  }
  const name = checkEnvironment(env ?? FIRST_ENVIRONMENT);
  const text = printConfig({ ...config, environments: { ...config.environments, [name]: { team } } });
  await directory.replace(CONFIG_FILE, text);
  return name;
}

/**
 * `creates`: for a pull, which makes a project and continues an unfinished one. Rejects with a `usage` failure for files that
 * cannot be read, an unknown environment, or a key of another team.
 */
export async function openProject(context: Context, opening: Opening, creates = false): Promise<Project> {
  const directory = await context.directory(opening.dir);
  // Files first: nothing is requested if one of them is not valid.
  const tree = await readTree(directory, KINDS);
  requireValid(tree.problems.filter(({ isUnfinished }) => !(isUnfinished && creates)));
  const { teamName: team } = await context.call(checkApiKey, {});
  const environment = await environmentOf(directory, opening, team, creates);
  const name = lockName(environment);
  const bytes = await directory.find(name);
  const lock = bytes === undefined ? EMPTY_LOCK : parseLock(bytes, directory.shown(name));
  if (lock.team !== undefined && lock.team !== team) {
    throw usage(
      `The API key belongs to team ${JSON.stringify(team)}, but ${directory.shown(name)} is of team ${JSON.stringify(lock.team)}. Nothing was changed.`,
      'Select the right profile with --profile.',
    );
  }
  const own = { ...lock, team };
  const lockFile = openLockFile(directory, name, own, bytes?.toString('utf8'));
  return { directory, environment, team, lock: own, lockFile, tree };
}

const SHOWN = 10;

function requireValid(problems: Tree['problems']): void {
  if (problems.length === 0) return;
  const lines = problems.slice(0, SHOWN).map(({ file, message }) => `${file}: ${message}`);
  const rest = problems.length > SHOWN ? ` And ${problems.length - SHOWN} more.` : '';
  throw usage(`The project has invalid files. ${lines.join(' ')}${rest}`, 'Correct them first.');
}
