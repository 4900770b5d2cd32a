/** `diff`: compares the content of two teams by the names of their records. */
import * as z from 'zod';
import { resolveConnection } from '../../../config/resolve.ts';
import { command } from '../../../define/command.ts';
import type { Display } from '../../../define/view.ts';
import { type ErrorCode, EXIT_CHECK_FAILED, EXIT_CODES, worstExitCode } from '../../../errors.ts';
import { isSameValue } from '../../../project/compare.ts';
import { contentDiff } from '../../../project/diff.ts';
import type { Kind } from '../../../project/kinds/kind.ts';
import { formatCount } from '../../../text/number.ts';
import type { ToolContext } from '../../tool-context.ts';
import { COMPARED, readTeam, TEAM_CALLS, type Team, type TeamRecord } from './read.ts';

const codes = Object.keys(EXIT_CODES) as [ErrorCode, ...ErrorCode[]];
const ACTIONS = ['only in the first', 'only in the second', 'differs', 'not comparable'] as const;

const Difference = z.object({
  kind: z.string(),
  name: z.string(),
  action: z.enum(ACTIONS),
  fields: z.array(z.string()),
  diff: z.array(z.string()).describe('from the first team to the second'),
  reason: z.string().optional(),
  error: z.object({ code: z.enum(codes), message: z.string() }).optional(),
});
type Difference = z.infer<typeof Difference>;

const Comparison = z.object({
  first: z.string().describe('the team of the selected profile'),
  second: z.string().describe('the team of the other profile'),
  differences: z.array(Difference),
  same: z.number().int(),
});
type Comparison = z.infer<typeof Comparison>;

const byNames = ({ records }: Team, kind: Kind): ReadonlyMap<string, readonly TeamRecord[]> => {
  const groups = new Map<string, TeamRecord[]>();
  for (const one of records) if (one.kind === kind) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return groups;
};

/** Undefined for records that are the same. */
async function differenceOf(kind: Kind, name: string, one: readonly TeamRecord[], other: readonly TeamRecord[]) {
  const base = { kind: kind.name, name, fields: [], diff: [] };
  const [before, after] = [one[0], other[0]];
  const failure = before?.failure ?? after?.failure;
  if (failure !== undefined) {
    const error = { code: failure.code, message: failure.message };
    return { ...base, action: ACTIONS[3], reason: failure.message, error };
  }
  if (after === undefined) return { ...base, action: ACTIONS[0] };
  if (before === undefined) return { ...base, action: ACTIONS[1] };
  if (one.length > 1 || other.length > 1) {
    return {
      ...base,
      action: ACTIONS[3],
      reason: `Several records have this name (${one.length} and ${other.length}).`,
    };
  }
  const [old, now] = [before.content ?? {}, after.content ?? {}];
  const fields = Object.keys(kind.fields).filter((field) => {
    const rule = kind.fields[field];
    // A partial value is the same only if neither side has more.
    return !isSameValue(rule, old[field], now[field]) || !isSameValue(rule, now[field], old[field]);
  });
  if (fields.length === 0) return undefined;
  return {
    ...base,
    action: ACTIONS[2],
    fields,
    diff: [...(await contentDiff({ fields: withoutPartial(kind) }, old, now, fields))],
  };
}

const withoutPartial = ({ fields }: Kind): Kind['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([name, { isPartial: _, ...rule }]) => [name, rule]));

async function compare(first: Team, second: Team, kinds: readonly Kind[]): Promise<Comparison> {
  const differences: Difference[] = [];
  let same = 0;
  for (const kind of kinds) {
    const [one, other] = [byNames(first, kind), byNames(second, kind)];
    for (const name of new Set([...one.keys(), ...other.keys()])) {
      const difference = await differenceOf(kind, name, one.get(name) ?? [], other.get(name) ?? []);
      if (difference === undefined) same++;
      else differences.push(difference);
    }
  }
  return { first: first.name, second: second.name, differences, same };
}

const names = COMPARED.map(({ name }) => name) as [string, ...string[]];

const input = z.object({
  other: z
    .string()
    .min(1)
    .describe('profile of the other team')
    .meta({ placeholder: 'profile', completes: 'profiles' }),
  kind: z.enum(names).optional().describe('only this kind of record').meta({ placeholder: 'kind', orPlural: true }),
  exitCode: z.boolean().default(false).describe('exit with 9 if anything differs'),
});

async function run(context: ToolContext, { other, kind }: z.output<typeof input>): Promise<Comparison> {
  const { runtime, profiles } = context;
  const kinds = COMPARED.filter(({ name }) => kind === undefined || name === kind);
  const connection = await resolveConnection({ profile: other, baseUrl: undefined }, runtime, profiles);
  context.redact(connection.apiKey);
  const first = await readTeam(context, kinds);
  const second = await readTeam(context.withConnection(connection), kinds);
  if (first.name === second.name) context.warn(`Both profiles belong to team ${JSON.stringify(first.name)}.`);
  return compare(first, second, kinds);
}

function draw(value: unknown, { style }: Display): string {
  const { first, second, differences, same } = Comparison.parse(value);
  const paint = (line: string): string =>
    line.startsWith('+') ? style.green(line) : line.startsWith('-') ? style.red(line) : line;
  const lines = differences.flatMap(({ kind, name, action, fields, diff, reason }) => {
    const what =
      action === 'only in the first'
        ? `only in ${first}`
        : action === 'only in the second'
          ? `only in ${second}`
          : action;
    const detail = reason ?? fields.join(', ');
    return [
      `${style.bold(name)} (${kind}): ${what}${detail === '' ? '' : `: ${detail}`}`,
      ...diff.map((line) => `    ${paint(line)}`),
    ];
  });
  const summary = `${formatCount(differences.length, 'difference')} between ${first} and ${second}; ${formatCount(same, 'record')} ${same === 1 ? 'is' : 'are'} the same.`;
  return [...lines, ...(lines.length === 0 ? [] : ['']), summary].join('\n');
}

export const diffCommand = command({
  notes: [
    'Compares the selected profile with another one: themes, components, groups, segments, transactional emails (the draft, or what is published without one), drafts of campaigns, and workflows with their emails. Records belong together if they have the same name. References are compared by name too, because every team has IDs of its own.',
    'One request for each email of both teams. Records that could not be read, and names that several records have, are listed as not comparable.',
    'To bring one team to the content of the other, use `pull` and `push`.',
  ].join('\n\n'),
  input,
  positionals: ['other', 'kind'],
  calls: TEAM_CALLS,
  output: Comparison,
  examples: [
    { does: 'Staging against production', line: 'diff production --profile staging' },
    { does: 'Only themes, as a check', line: 'diff production theme --profile staging --exit-code' },
  ],
  run,
  view: { kind: 'drawing', draw },
  verdict: ({ differences }, { exitCode }) => {
    const unread = worstExitCode(
      differences.flatMap(({ error }) => (error && error.code !== 'conflict' ? [error] : [])),
    );
    if (!exitCode) return unread;
    const differs = differences.some(({ action }) => action !== 'not comparable');
    // What could not be compared must not pass a check.
    const worst = worstExitCode(differences.flatMap(({ error }) => error ?? []));
    return differs ? EXIT_CHECK_FAILED : worst || (differences.length > 0 ? EXIT_CHECK_FAILED : 0);
  },
});
