/** `ids`: the IDs of an environment by key, for code that sends emails. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { usage } from '../../errors.ts';
import { CONFIG_FILE, parseConfig } from '../../project/config.ts';
import { hashOf } from '../../project/content.ts';
import { lockName, parseLock } from '../../project/lock.ts';
import { projectInput } from './flags.ts';

const input = z.object({
  ...projectInput,
  env: projectInput.env.describe('environment in loops.json (default: the only one)'),
  kind: z.string().optional().describe('only this kind, such as transactional'),
  format: z.enum(['json', 'env', 'ts']).default('json').describe('json, variables for a shell, or a TypeScript module'),
});
type Input = z.output<typeof input>;

/** Reads only files: a build may not have an API key. */
async function run(context: Context, { dir, env, kind }: Input): Promise<Readonly<Record<string, string>>> {
  const directory = await context.directory(dir);
  const config = await directory.find(CONFIG_FILE);
  if (config === undefined) throw usage(`There is no ${directory.shown(CONFIG_FILE)}.`, 'Run `loopsctl pull` first.');
  const names = Object.keys(parseConfig(config, directory.shown(CONFIG_FILE)).environments);
  const chosen = env ?? (names.length === 1 ? names[0] : undefined);
  if (chosen === undefined || !names.includes(chosen)) {
    throw usage('Which environment is not clear.', `Pass --env: ${names.join(', ')}.`);
  }
  const bytes = await directory.find(lockName(chosen));
  if (bytes === undefined)
    throw usage(`There is no ${directory.shown(lockName(chosen))}.`, 'Run `loopsctl pull` first.');
  const { entries } = parseLock(bytes, directory.shown(lockName(chosen)));
  const ids = Object.entries(entries).flatMap(([address, { id, url }]): [string, string][] =>
    id === undefined || (kind !== undefined && !address.startsWith(`${kind}:`)) ? [] : [[address, url ?? id]],
  );
  return Object.fromEntries(ids.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** `transactional:password-reset` as `LOOPS_TRANSACTIONAL_PASSWORD_RESET`. Other letters than A to Z become a hash. */
function variable(address: string): string {
  const upper = address
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase();
  const hash = /[^ -~]/.test(upper) ? `_${hashOf(address).slice(0, 8).toUpperCase()}` : '';
  return `LOOPS_${upper.replace(/[^A-Z0-9]+/g, '_').replace(/_+$/, '')}${hash}`;
}

/** Throws a `usage` failure where two keys would be one variable. */
function asVariables(ids: Readonly<Record<string, string>>): string {
  const seen = new Map<string, string>();
  return Object.entries(ids)
    .map(([address, id]) => {
      const name = variable(address);
      const other = seen.get(name);
      if (other !== undefined)
        throw usage(`${other} and ${address} would both be ${name}.`, 'Use --format json or ts.');
      seen.set(name, address);
      return `${name}=${id}`;
    })
    .join('\n');
}

const asModule = (ids: Readonly<Record<string, string>>): string =>
  [
    '// Written by loopsctl.',
    'export const loopsIds = {',
    ...Object.entries(ids).map(([address, id]) => `  ${JSON.stringify(address)}: ${JSON.stringify(id)},`),
    '} as const;',
  ].join('\n');

export const idsCommand = command({
  notes: 'Reads the lock of the environment, without any request. For an image, the value is its URL.',
  input,
  output: z.record(z.string(), z.string()),
  examples: [
    { does: 'Transactional emails as variables for a shell', line: 'ids --kind transactional --format env' },
    { does: 'A TypeScript module', line: 'ids --format ts' },
  ],
  run,
  view: ({ format }) => {
    if (format === 'json') return { kind: 'document' };
    // The value that `run` returned.
    return {
      kind: 'text',
      text: (value) => (format === 'env' ? asVariables : asModule)(value as Record<string, string>),
    };
  },
});
