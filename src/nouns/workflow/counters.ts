/** The metrics of email nodes, in a table, in a few short lines, or one per line. */
import { isRecord, valueAt } from '../../define/json.ts';
import type { Column } from '../../define/view.ts';
import { formatNumber, formatPercent } from '../../text/number.ts';
import type { Graph } from './graph.ts';
import type { NodeMetrics } from './operations.ts';

/** All but `sends` are shown as percentages of sends. */
const COUNTERS: ReadonlyArray<readonly [path: keyof NodeMetrics & string, short: string, name: string]> = [
  ['sends', 'SENDS', 'Sends'],
  ['opens', 'OPENS', 'Opens'],
  ['clicks', 'CLICKS', 'Clicks'],
  ['unsubscribes', 'UNSUB', 'Unsubscribes'],
  ['hardBounces', 'HARD', 'Hard bounces'],
  ['softBounces', 'SOFT', 'Soft bounces'],
  ['spamReports', 'SPAM', 'Spam reports'],
];

/** Below this many columns, figures are closer together. */
const NARROW = 72;
const SENDS_WIDTH = 6;

function share(metrics: unknown, path: string): string {
  const [part, sends] = [valueAt(metrics, path), valueAt(metrics, 'sends')];
  return typeof part !== 'number' || typeof sends !== 'number' || sends <= 0 ? '' : formatPercent(part / sends);
}

const counted = (metrics: unknown, path: string): string => {
  const value = valueAt(metrics, path);
  return typeof value === 'number' ? formatNumber(value) : '';
};

/** The metrics that `--metrics` has added to the nodes, by node ID. */
export function metricsIn(graph: Graph): ReadonlyMap<string, unknown> {
  const nodes = [...graph.nodes.values()].filter(({ fields }) => isRecord(fields['metrics']));
  return new Map(nodes.map(({ id, fields }) => [id, fields['metrics']]));
}

function row(sends: string, shares: readonly string[], width = NARROW): string {
  const room = width < NARROW ? 7 : 9;
  return [sends.padStart(SENDS_WIDTH), ...shares.map((text) => ` ${text}`.padStart(room))].join('').trimEnd();
}

/** For a terminal of some width; undefined is a pipe. */
export const metricsHeading = (width: number | undefined): string => {
  const [sends = '', ...rest] = COUNTERS.map(([, short]) => short);
  return row(sends, rest, width);
};

/** `23,418   44.00%    8.31%    0.41%`, …, aligned with the heading. */
export function formatMetrics(metrics: unknown, width: number | undefined): string {
  if (valueAt(metrics, 'sends') === 0) return 'not sent yet';
  return row(
    counted(metrics, 'sends'),
    COUNTERS.slice(1).map(([path]) => share(metrics, path) || '–'),
    width,
  );
}

/** The metrics on each line of a picture. */
const LINES: ReadonlyArray<ReadonlyArray<keyof NodeMetrics & string>> = [
  ['sends'],
  ['opens', 'clicks'],
  ['unsubscribes', 'spamReports'],
  ['hardBounces', 'softBounces'],
];

/** `Sends 23,418`, `Opens 44.00%, clicks 8.31%`, … */
export function metricsLines(metrics: unknown): readonly string[] {
  if (valueAt(metrics, 'sends') === 0) return ['Never sent'];
  const format = (path: string): string => {
    const name = COUNTERS.find(([own]) => own === path)?.[2] ?? path;
    return `${name} ${(path === 'sends' ? counted(metrics, path) : share(metrics, path)) || '–'}`;
  };
  return LINES.map(([first = '', ...others]) =>
    [format(first), ...others.map((path) => format(path).toLowerCase())].join(', '),
  );
}

export const metricsColumns: readonly Column[] = COUNTERS.map(([path, , name]) => ({
  heading: name,
  path: 'metrics',
  show: (metrics) => [counted(metrics, path), path === 'sends' ? '' : share(metrics, path)].filter(Boolean).join('  '),
}));
