/** `history`: the metrics of one email or more over time. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { RecordNames } from '../../define/names.ts';
import type { Column } from '../../define/view.ts';
import { Failure } from '../../errors.ts';
import { checkApiKey } from '../api-key.ts';
import { idOf, references } from '../ids.ts';
import { drawChart } from './chart.ts';
import type { MetricsKind } from './kind.ts';
import { labelFor } from './metric.ts';
import { Point, pointSchema } from './point.ts';
import { openTeamSnapshots } from './snapshots.ts';
import { drawSparklines } from './sparklines.ts';

interface Wanted {
  readonly ids: readonly string[];
  readonly all: boolean;
}

/** Rejects with `not_found` for an email without snapshots: an empty chart would be useless. */
async function pointsOf(context: Context, { ids, all }: Wanted, kind: MetricsKind): Promise<readonly Point[]> {
  const { read } = await openTeamSnapshots(context, kind.directory);
  const contents = ids.length > 0 ? await kind.emailsOf?.(context, ids) : undefined;
  const found = new Map<string, Point[]>((contents?.map(({ id }) => id) ?? ids).map((id) => [id, []]));
  for await (const { time, emails } of read()) {
    for (const email of emails) {
      const points = found.get(email.id);
      if (points !== undefined) points.push({ time, ...email });
      else if (all) found.set(email.id, [{ time, ...email }]);
    }
  }
  const missing = [...found].find(([, points]) => points.length === 0);
  // A workflow may have emails that are newer than the last snapshot.
  const isUseless =
    contents === undefined ? missing !== undefined : ![...found.values()].some(({ length }) => length > 0);
  if (isUseless || found.size === 0) {
    const what =
      missing === undefined
        ? ''
        : ` for ${kind.idNoun} ${JSON.stringify(contents === undefined ? missing[0] : ids[0])}`;
    throw new Failure('not_found', `No snapshots${what}.`, {
      hint: `Save snapshots regularly with \`loopsctl ${kind.command} metrics --all --save\`, for example every night.`,
    });
  }
  return [...found.values()].flatMap((points) => points.sort((a, b) => Date.parse(a.time) - Date.parse(b.time)));
}

/** A snapshot of single IDs has no names. */
const named = (points: unknown, names: RecordNames): readonly Point[] =>
  Point.array()
    .parse(points)
    .map((point) => ({ ...point, name: point.name ?? names.of(point.id) }));

/** For `--fields`. */
const columns = ({ metrics }: MetricsKind): readonly Column[] => [
  { heading: 'TIME', path: 'time', kind: 'time' },
  { heading: 'NAME', path: 'name' },
  ...metrics.map((path): Column => ({ heading: labelFor(path).toUpperCase(), path, kind: 'number' })),
];

export const historyOf = (kind: MetricsKind) =>
  command({
    notes: `Snapshots are stored locally, one file per team, by \`${kind.command} metrics --save\`. The API only returns current totals.`,
    input: z
      .object({
        ids: z.array(idOf(kind.idNoun)).default([]).describe(`${kind.idNoun} ID(s)`).meta({ placeholder: 'id' }),
        all: z.boolean().default(false).describe('all emails that have snapshots'),
        svg: z.boolean().default(false).describe('print a chart as an SVG document, with a panel for each email'),
      })
      .refine(({ ids, all }) => ids.length > 0 || all, { error: 'missing required argument <id>, or pass --all' })
      .refine(({ ids, all }) => ids.length === 0 || !all, { error: "IDs can't be combined with --all" }),
    positionals: ['ids'],
    calls: [checkApiKey, ...(kind.emailsOf === undefined ? [] : kind.calls)],
    ...(kind.emailsOf === undefined ? { shows: references(kind.idNoun) } : {}),
    output: z.array(pointSchema(kind)),
    run: (context, wanted) => pointsOf(context, wanted, kind),
    examples: kind.examples.history,
    view: ({ svg }) =>
      svg
        ? { kind: 'text', text: (points, names) => drawChart(named(points, names), kind.panels) }
        : {
            kind: 'drawing',
            draw: (points, display) => drawSparklines(named(points, display.names), kind.metrics, display),
            columns: columns(kind),
          },
  });
