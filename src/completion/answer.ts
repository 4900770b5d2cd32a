/** Answers a shell that asks for candidates: from files alone, without an error, and never waiting for the network. */
import { complete } from '../cli/complete.ts';
import { readRequest } from '../cli/shells.ts';
import type { TypedFlags } from '../cli/typed-line.ts';
import { REFRESH, SHELL_NAMES } from '../define/shell-name.ts';
import type { Entry } from '../define/tree.ts';
import type { Named } from '../lookup/match.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Writes the lines for the script of a shell. Whatever fails, there are no candidates and no message. */
export async function answerShell(runtime: Runtime, tree: readonly Entry[]): Promise<void> {
  try {
    const [, name, ...asked] = runtime.argv;
    const shell = SHELL_NAMES.find((known) => known === name);
    if (shell === undefined) return;
    const request = readRequest(shell, asked);
    const completion = await complete(request.words, {
      tree,
      profiles: () => profileNames(runtime).catch(() => []),
      names: (list, typed) => namesFor(list, typed, runtime).catch(() => []),
    });
    await runtime.stdout.write(`${request.lines(completion).join('\n')}\n`);
  } catch {
    // A message would be printed into the line that is being typed.
  }
}

async function profileNames(runtime: Runtime): Promise<readonly string[]> {
  const { readProfiles } = await import('../config/profiles.ts');
  return Object.keys((await readProfiles(runtime)).profiles);
}

/** The names of a list as the cache has them, however old; a refresh is started where they are missing or old. */
async function namesFor(list: string, typed: TypedFlags, runtime: Runtime): Promise<readonly Named[]> {
  const [{ refreshFlags, refreshMarker, typedTeam }, { nameCache }, { FRESH_MS }] = await Promise.all([
    import('./team.ts'),
    import('../lookup/cache.ts'),
    import('../lookup/names.ts'),
  ]);
  const team = await typedTeam(typed, runtime);
  const cached = await nameCache({
    team: async () => team,
    directory: runtime.directories.cache,
    now: runtime.now,
  }).read(list);
  if (cached === undefined || cached.age >= FRESH_MS) {
    const { claimRefresh } = await import('./refresh-marker.ts');
    if (claimRefresh(refreshMarker(team, runtime), runtime.now())) {
      await runtime.startInBackground([REFRESH, list, ...refreshFlags(typed)]);
    }
  }
  return cached?.records ?? [];
}
