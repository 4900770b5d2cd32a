/** `history`: the metrics of one email over time. */
import * as z from 'zod';
import { type Context, command } from '../../define/command.ts';
import type { Column } from '../../define/view.ts';
import { Failure } from '../../errors.ts';
import { checkApiKey } from '../api-key.ts';
import { idOf } from '../ids.ts';
import { drawChart } from './chart.ts';
import type { MetricsKind } from './kind.ts';
import { labelFor } from './metric.ts';
import { Point, pointSchema } from './point.ts';
import { openTeamSnapshots } from './snapshots.ts';
import { drawSparklines } from './sparklines.ts';

/** Rejects with `not_found` for an email without snapshots: an empty chart would be useless. */
async function pointsOf(context: Context, id: string, kind: MetricsKind): Promise<readonly Point[]> {
  const { read } = await openTeamSnapshots(context, kind.directory);
  const points: Point[] = [];
  for await (const { time, emails } of read()) {
    const email = emails.find((candidate) => candidate.id === id);
    if (email !== undefined) points.push({ time, ...email });
  }
  if (points.length > 0) return points.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  throw new Failure('not_found', `No snapshots for ${kind.idNoun} ${JSON.stringify(id)}.`, {
    hint: `Save snapshots regularly with \`loopsctl ${kind.command} metrics --all --save\`, for example every night.`,
  });
}

/** For `--fields`. */
const columns = ({ metrics }: MetricsKind): readonly Column[] => [
  { heading: 'TIME', path: 'time', kind: 'time' },
  { heading: 'NAME', path: 'name' },
  ...metrics.map((path): Column => ({ heading: labelFor(path).toUpperCase(), path, kind: 'number' })),
];

export const historyOf = (kind: MetricsKind) =>
  command({
    notes: `Snapshots are stored locally, one file per team, by \`${kind.command} metrics --save\`. The API only returns current totals.`,
    input: z.object({
      id: idOf(kind.idNoun),
      svg: z.boolean().default(false).describe('print a chart as an SVG document'),
    }),
    positionals: ['id'],
    calls: [checkApiKey],
    output: z.array(pointSchema(kind)),
    run: (context, { id }) => pointsOf(context, id, kind),
    examples: kind.examples.history,
    view: ({ svg }) =>
      svg
        ? { kind: 'text', text: (points) => drawChart(Point.array().parse(points), kind.panels) }
        : {
            kind: 'drawing',
            draw: (points, display) => drawSparklines(Point.array().parse(points), kind.metrics, display),
            columns: columns(kind),
          },
  });
