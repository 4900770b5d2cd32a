/** `transactional history`: the metrics of one email over time. */

import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import type { Column } from '../../../define/view.ts';
import { Failure } from '../../../errors.ts';
import { checkApiKey } from '../../api-key.ts';
import { byId, METRICS } from '../operations.ts';
import { drawChart } from './chart.ts';
import { Point } from './point.ts';
import { openTeamSnapshots } from './snapshots.ts';
import { drawSparklines } from './sparklines.ts';

/** Rejects with `not_found` for an email without snapshots: an empty chart would be useless. */
async function pointsOf(context: Context, transactionalId: string): Promise<readonly Point[]> {
  const { read } = await openTeamSnapshots(context);
  const points: Point[] = [];
  for await (const { time, emails } of read()) {
    const email = emails.find((candidate) => candidate.transactionalId === transactionalId);
    if (email !== undefined) points.push({ time, ...email });
  }
  if (points.length > 0) return points.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  throw new Failure('not_found', `No snapshots for transactional email ${JSON.stringify(transactionalId)}.`, {
    hint: 'Save snapshots regularly with `loopsctl transactional metrics --all --save`, for example every night.',
  });
}

/** For `--fields`. */
const columns: readonly Column[] = [
  { heading: 'TIME', path: 'time', kind: 'time' },
  { heading: 'NAME', path: 'name' },
  ...METRICS.map(([path, label]): Column => ({ heading: label.toUpperCase(), path, kind: 'number' })),
];

export const historyCommand = command({
  notes:
    'Snapshots are stored locally, one file per team, by `transactional metrics --save`. The API only returns current totals.',
  input: z.object({
    ...byId,
    svg: z.boolean().default(false).describe('print a chart as an SVG document'),
  }),
  positionals: ['transactionalId'],
  calls: [checkApiKey],
  output: z.array(Point),
  run: (context, { transactionalId }) => pointsOf(context, transactionalId),
  examples: [
    { does: 'Sparklines', line: 'transactional history c5361agykn6fatjv6m1yx7nd3' },
    { does: 'The snapshots, oldest first', line: 'transactional history c5361agykn6fatjv6m1yx7nd3 --json' },
    { does: 'A chart, to redirect to a file', line: 'transactional history c5361agykn6fatjv6m1yx7nd3 --svg' },
  ],
  view: ({ svg }) =>
    svg
      ? { kind: 'text', text: (points) => drawChart(Point.array().parse(points)) }
      : { kind: 'drawing', draw: (points, display) => drawSparklines(Point.array().parse(points), display), columns },
});
