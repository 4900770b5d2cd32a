/** `pull`: the account as files. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { EXIT_CHECK_FAILED, worstExitCode } from '../../errors.ts';
import { lockName } from '../../project/lock.ts';
import { openProject } from '../../project/open-project.ts';
import { pullAccount } from '../../project/pull.ts';
import { choiceInput, profileOfEnvironment, projectInput } from './flags.ts';
import { READ_CALLS } from './prepare.ts';
import { PullResult } from './schema.ts';
import { drawPull } from './view.ts';

const input = z.object({ ...projectInput, ...choiceInput });

async function run(context: Context, typed: z.output<typeof input>): Promise<PullResult> {
  const project = await openProject(context, typed, true);
  const { environment, team } = project;
  return project.directory.whileHeld(lockName(environment), async () => {
    await project.lockFile.requireCurrent();
    const { results, unchanged } = await pullAccount(context, project, typed);
    return {
      environment,
      team,
      results: results.map(({ address, fields, diff, failure, ...rest }) => ({
        key: address,
        ...rest,
        fields: [...fields],
        ...(diff === undefined ? {} : { diff: [...diff] }),
        ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message } }),
      })),
      unchanged,
    };
  });
}

export const pullCommand = command({
  notes: [
    'Writes a file for each record, readable in a pull request. The first run makes the project: `loops.json` with the environment, and a lock that has the IDs. Keep all of them in version control.',
    'Fields that only the account has changed are written; fields that only a file has changed stay. If both changed the same field, nothing is written there and the exit code is 9: --theirs <key> takes the account, --ours <key> keeps the file for the next push. No file is ever deleted.',
    'A second pull without changes changes no byte. An email that LMX cannot express is named, and has no files.',
  ].join('\n\n'),
  input,
  positionals: ['dir'],
  calls: READ_CALLS,
  profileFor: profileOfEnvironment,
  output: PullResult,
  examples: [
    { does: 'Into this directory', line: 'pull' },
    { does: 'A project in another directory', line: 'pull loops' },
    { does: 'Take the version of the account', line: 'pull --theirs transactional:password-reset' },
  ],
  run,
  view: { kind: 'drawing', draw: drawPull },
  verdict: ({ results }) =>
    Math.max(
      results.some(({ action }) => action === 'conflict') ? EXIT_CHECK_FAILED : 0,
      // LMX cannot express some emails, which is no reason to fail.
      worstExitCode(results.flatMap(({ error }) => (error === undefined || error.code === 'conflict' ? [] : error))),
    ),
});
