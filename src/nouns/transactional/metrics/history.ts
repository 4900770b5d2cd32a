/** `transactional history`: the metrics of one email or more over time. */

import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import type { Column } from '../../../define/view.ts';
import { Failure } from '../../../errors.ts';
import { checkApiKey } from '../../api-key.ts';
import { idOf } from '../../ids.ts';
import { METRICS } from '../operations.ts';
import { drawChart } from './chart.ts';
import { Point } from './point.ts';
import { openTeamSnapshots } from './snapshots.ts';
import { drawSparklines } from './sparklines.ts';

const input = z
  .object({
    transactionalIds: z
      .array(idOf('transactional email'))
      .default([])
      .describe('transactional email ID(s)')
      .meta({ placeholder: 'id' }),
    all: z.boolean().default(false).describe('all emails that have snapshots'),
    svg: z.boolean().default(false).describe('print a chart as an SVG document, with a panel for each email'),
  })
  .refine(({ transactionalIds, all }) => transactionalIds.length > 0 !== all, {
    error: 'missing required argument <id>, or pass --all (but not both)',
  });
type Input = z.output<typeof input>;

/** Rejects with `not_found` for an email without snapshots: an empty chart would be useless. */
async function pointsOf(context: Context, { transactionalIds, all }: Input): Promise<readonly Point[]> {
  const { read } = await openTeamSnapshots(context);
  const found = new Map<string, Point[]>(transactionalIds.map((id) => [id, []]));
  for await (const { time, emails } of read()) {
    for (const email of emails) {
      const points = found.get(email.transactionalId);
      if (points !== undefined) points.push({ time, ...email });
      else if (all) found.set(email.transactionalId, [{ time, ...email }]);
    }
  }
  const missing = [...found].find(([, points]) => points.length === 0);
  if (missing !== undefined || found.size === 0) {
    const what = missing === undefined ? '' : ` for transactional email ${JSON.stringify(missing[0])}`;
    throw new Failure('not_found', `No snapshots${what}.`, {
      hint: 'Save snapshots regularly with `loopsctl transactional metrics --all --save`, for example every night.',
    });
  }
  return [...found.values()].flatMap((points) => points.sort((a, b) => Date.parse(a.time) - Date.parse(b.time)));
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
  input,
  positionals: ['transactionalIds'],
  calls: [checkApiKey],
  output: z.array(Point),
  run: pointsOf,
  examples: [
    { does: 'Sparklines', line: 'transactional history c5361agykn6fatjv6m1yx7nd3' },
    { does: 'The snapshots, oldest first', line: 'transactional history c5361agykn6fatjv6m1yx7nd3 --json' },
    { does: 'A chart, to redirect to a file', line: 'transactional history c5361agykn6fatjv6m1yx7nd3 --svg' },
    { does: 'A chart with a panel for each email', line: 'transactional history --all --svg' },
  ],
  view: ({ svg }) =>
    svg
      ? { kind: 'text', text: (points) => drawChart(Point.array().parse(points)) }
      : { kind: 'drawing', draw: (points, display) => drawSparklines(Point.array().parse(points), display), columns },
});
