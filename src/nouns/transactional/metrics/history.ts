/** `transactional history`: how the counters of one email grew from snapshot to snapshot. */
import * as z from 'zod';
import { type Context, command } from '../../../define/command.ts';
import { Failure } from '../../../errors.ts';
import { byId } from '../operations.ts';
import { Point } from './point.ts';

/** Rejects with `not_found` where no snapshot has the email: neither a chart nor an empty file would be of use. */
async function pointsOf(context: Context, transactionalId: string): Promise<readonly Point[]> {
  const { openTeamSnapshots } = await import('./snapshots.ts');
  const { read } = await openTeamSnapshots(context);
  const points: Point[] = [];
  for await (const { time, emails } of read()) {
    const email = emails.find((candidate) => candidate.transactionalId === transactionalId);
    if (email !== undefined) points.push({ time, ...email });
  }
  if (points.length > 0) return points.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  throw new Failure('not_found', `No snapshot has the transactional email ${JSON.stringify(transactionalId)}.`, {
    hint: 'Make one with `loopsctl transactional metrics --all --save`, every night for example.',
  });
}

export const historyCommand = command({
  notes:
    'Snapshots are kept on this machine, one file a team, by `transactional metrics --save`. The service itself knows only the counters as they are now.',
  input: z.object({
    ...byId,
    svg: z.boolean().default(false).describe('print a chart as an SVG document'),
  }),
  positionals: ['transactionalId'],
  output: z.array(Point),
  run: (context, { transactionalId }) => pointsOf(context, transactionalId),
  examples: [
    { does: 'For a person', line: 'transactional history c5361agykn6fatjv6m1yx7nd3' },
    { does: 'The snapshots, oldest first', line: 'transactional history c5361agykn6fatjv6m1yx7nd3 --json' },
    { does: 'A chart: `> chart.svg` keeps it', line: 'transactional history c5361agykn6fatjv6m1yx7nd3 --svg' },
  ],
  view: ({ svg }) =>
    svg
      ? {
          kind: 'text',
          text: async (points) => (await import('./chart.ts')).drawChart(Point.array().parse(points)),
        }
      : {
          kind: 'drawing',
          draw: async (points, paper) =>
            (await import('./sparklines.ts')).drawSparklines(Point.array().parse(points), paper),
        },
});
