/** `segments diff`: the conditions in which the filters of two segments differ. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import { isRecord, valueAt } from '../../define/json.ts';
import type { Display } from '../../define/view.ts';
import { EXIT_CHECK_FAILED, Failure, usage } from '../../errors.ts';
import { isFileName } from '../../runtime/files.ts';
import { hang } from '../../text/wrap.ts';
import { describeCondition } from '../conditions.ts';
import { idOrFile } from '../ids.ts';
import { readJsonObject } from '../json-file.ts';
import { readFilterIn } from './filter-view.ts';
import { CONDITION_NAME_CALLS, CONDITION_REFERENCES, namesIn, withEmailNames } from './names.ts';
import { getSegment } from './operations.ts';

const Side = z.object({
  source: z.string(),
  id: z.string().nullable(),
  name: z.string(),
  match: z.unknown().describe('all, any, or null for all contacts'),
});

const Difference = z.object({
  before: Side,
  after: Side,
  same: z.boolean().describe('whether both select the same contacts; the order of conditions does not matter'),
  removed: z.array(z.unknown()).describe('conditions that only the first has'),
  added: z.array(z.unknown()).describe('conditions that only the second has'),
  kept: z.array(z.unknown()),
});
type Difference = z.infer<typeof Difference>;

interface Opened {
  readonly side: z.infer<typeof Side>;
  readonly conditions: readonly unknown[];
}

export const FILE_HINT = 'Save a segment with `loopsctl segments show <id> --json`.';

async function open(context: Context, source: string): Promise<Opened> {
  const isFile = isFileName(source);
  const segment: unknown = isFile
    ? await readJsonObject(context, source, FILE_HINT)
    : await context.call(getSegment, { id: source });
  const whole = isRecord(segment) && (Object.hasOwn(segment, 'filter') || !isFile) ? segment['filter'] : segment;
  const [id, name] = [valueAt(segment, 'id'), valueAt(segment, 'name')];
  const side = {
    source,
    id: typeof id === 'string' ? id : null,
    name: typeof name === 'string' ? name : source,
  };
  if (whole === null) return { side: { ...side, match: null }, conditions: [] };
  const filter = readFilterIn(whole);
  if (filter === undefined) {
    if (isFile) throw usage(`${source} has no audience filter.`, FILE_HINT);
    throw new Failure('unexpected_response', 'The filter of the segment could not be read.');
  }
  return { side: { ...side, match: filter.match ?? null }, conditions: filter.conditions };
}

/** The same text for the same condition, in whatever order its fields are. */
const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  ) ?? '';

/** Conditions count as often as they occur. */
function compare(before: Opened, after: Opened): Difference {
  const left = new Map<string, unknown[]>();
  for (const condition of after.conditions) {
    const key = keyOf(condition);
    left.set(key, [...(left.get(key) ?? []), condition]);
  }
  const [removed, kept]: [unknown[], unknown[]] = [[], []];
  for (const condition of before.conditions) {
    const twin = left.get(keyOf(condition));
    if (twin === undefined || twin.length === 0) removed.push(condition);
    else kept.push(twin.pop());
  }
  const added = [...left.values()].flat();
  const sameMatch = before.side.match === after.side.match;
  const needsMatch = Math.max(before.conditions.length, after.conditions.length) > 1;
  const same = removed.length === 0 && added.length === 0 && (sameMatch || !needsMatch);
  return { before: before.side, after: after.side, same, removed, added, kept };
}

const MATCHES = { all: 'all conditions', any: 'any condition' } as const;

const matchText = (match: unknown): string =>
  match === null ? 'all contacts' : match === 'all' || match === 'any' ? MATCHES[match] : JSON.stringify(match);

function draw(value: unknown, display: Display): string {
  // The value that `run` returned.
  const { before, after, same, removed, added, kept } = value as Difference;
  const { style } = display;
  const names = namesIn(value, display.names);
  if (same) return `${before.name} and ${after.name} select the same contacts.`;
  const line = (sign: string, paint: (text: string) => string) => (condition: unknown) =>
    hang(paint(`${sign} `), describeCondition(condition, names), display, paint);
  const plain = (text: string): string => text;
  const isOtherMatch = before.match !== after.match;
  const lines = [
    isOtherMatch
      ? `${style.bold('Match')}  ${matchText(before.match)} ${style.dim('→')} ${matchText(after.match)}`
      : `${style.bold('Match')}  ${matchText(before.match)}`,
    ...kept.map(line(' ', plain)),
    ...removed.map(line('-', style.red)),
    ...added.map(line('+', style.green)),
  ];
  return [`${style.bold(before.name)} → ${style.bold(after.name)}`, lines.join('\n')].join('\n\n');
}

export const diffCommand = command({
  notes:
    'The order of conditions does not matter. An argument with a dot or slash is a file with a segment, as `segments show --json` prints it, or with a filter; `-` is stdin. Exit code 0; with --exit-code, 9 if they differ.',
  input: z.object({
    before: idOrFile('segment').min(1).describe('ID, name or file of a segment'),
    after: idOrFile('segment').min(1).describe('ID, name or file of another segment'),
    exitCode: z.boolean().default(false).describe('exit with 9 if they differ'),
  }),
  positionals: ['before', 'after'],
  calls: [getSegment, ...CONDITION_NAME_CALLS],
  shows: CONDITION_REFERENCES,
  output: Difference,
  examples: [{ does: 'Two segments', line: 'segments diff cxlxakp04b96akp5ra1nrof5t chj4b4wczum85q9w4agyqtytj' }],
  run: async (context, { before, after }): Promise<Difference> => {
    if (before === '-' && after === '-') throw usage('Standard input can be read only once.');
    const [one, other] = [await open(context, before), await open(context, after)];
    const conditions = [...one.conditions, ...other.conditions];
    const difference = compare(one, other);
    // Comparing files sends no request.
    if ([before, after].every(isFileName)) return difference;
    return withEmailNames(context, difference, { conditions });
  },
  view: { kind: 'drawing', draw },
  verdict: ({ same }, { exitCode }) => (exitCode && !same ? EXIT_CHECK_FAILED : 0),
});
