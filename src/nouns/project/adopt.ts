/** `adopt`: says which record of the account the files of a key are. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { Failure, usage } from '../../errors.ts';
import { kindNamed } from '../../project/kinds/kinds.ts';
import { lockName } from '../../project/lock.ts';
import { openProject } from '../../project/open-project.ts';
import { profileOfEnvironment, projectInput } from './flags.ts';
import { READ_CALLS } from './prepare.ts';

const Adopted = z.object({ key: z.string(), id: z.string(), name: z.string(), environment: z.string() });

const input = z.object({
  key: z.string().describe('kind and key of files, theme:brand').meta({ placeholder: 'key' }),
  record: z.string().min(1).describe('ID or exact name of the record').meta({ placeholder: 'id|name' }),
  ...projectInput,
});

async function run(context: Context, typed: z.output<typeof input>): Promise<z.output<typeof Adopted>> {
  const project = await openProject(context, typed);
  const { tree, lock, lockFile, environment } = project;
  const { key, record } = typed;
  const kind = kindNamed(key.slice(0, Math.max(0, key.indexOf(':'))));
  if (kind === undefined || !tree.locals.has(key)) {
    throw usage(`The project has no files for ${JSON.stringify(key)}.`, 'Example: `loopsctl adopt theme:brand Brand`.');
  }
  const found = await kind.list(context);
  const matching = found.filter(({ id, name }) => id === record || name === record);
  const [match] = matching;
  if (match === undefined)
    throw new Failure('not_found', `No ${kind.noun} has the ID or name ${JSON.stringify(record)}.`);
  if (matching.length > 1) {
    const ids = matching.map(({ id }) => id).join(', ');
    throw usage(
      `${matching.length} ${kind.noun}s are named ${JSON.stringify(record)}.`,
      `Pass one of the IDs: ${ids}.`,
    );
  }
  const others = Object.entries(lock.entries).flatMap(([address, entry]) =>
    entry.id === match.id && address !== key ? [address] : [],
  );
  const other = others.find((address) => tree.locals.has(address));
  if (other !== undefined) throw usage(`${other} is already this ${kind.noun}.`, 'Two keys cannot be one record.');
  await project.directory.whileHeld(lockName(environment), async () => {
    await lockFile.requireCurrent();
    // Without hashes: where the contents differ, a person has to say which one counts.
    lockFile.set(key, { id: match.id, fields: {} });
    for (const address of others) lockFile.remove(address);
    await lockFile.save();
  });
  context.note('Run `loopsctl plan` to compare the files with it.');
  return { key, id: match.id, name: match.name, environment };
}

export const adoptCommand = command({
  notes:
    'For files whose name several records have, or whose record has another name. Only the lock changes. Where the contents differ, the plan shows a conflict: --ours or --theirs decides.',
  input,
  positionals: ['key', 'record'],
  calls: READ_CALLS,
  profileFor: profileOfEnvironment,
  output: Adopted,
  examples: [{ does: 'By name', line: 'adopt theme:coral "Coral"' }],
  run,
  view: {
    kind: 'details',
    columns: [
      { heading: 'Key', path: 'key' },
      { heading: 'Name', path: 'name' },
      { heading: 'ID', path: 'id', kind: 'id' },
      { heading: 'Environment', path: 'environment' },
    ],
  },
});
