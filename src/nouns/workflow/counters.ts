/** The counters of email nodes, as a row of figures that stand below each other. */
import { isRecord, valueAt } from '../../define/json.ts';
import type { Column } from '../../define/view.ts';
import { tellNumber } from '../../text/number.ts';
import type { Graph } from './graph.ts';
import type { NodeMetrics } from './operations.ts';

/** Each counter but `sends` is told as its share of them. */
const COUNTERS: ReadonlyArray<readonly [path: keyof NodeMetrics & string, short: string, name: string]> = [
  ['sends', 'SENDS', 'Sends'],
  ['opens', 'OPENS', 'Opens'],
  ['clicks', 'CLICKS', 'Clicks'],
  ['unsubscribes', 'UNSUB', 'Unsubscribes'],
  ['hardBounces', 'HARD', 'Hard bounces'],
  ['softBounces', 'SOFT', 'Soft bounces'],
  ['spamReports', 'SPAM', 'Spam reports'],
];

/** Wide enough for `44.0 %`, `0.05 %`, `CLICKS`. */
const SHARE_WIDTH = 6;
const FEWEST_DIGITS = 6;

/** Shares below ten need more digits to differ. Empty where there is nothing to divide by. */
function share(counters: unknown, path: string): string {
  const [part, sends] = [valueAt(counters, path), valueAt(counters, 'sends')];
  if (typeof part !== 'number' || typeof sends !== 'number' || sends <= 0) return '';
  const percent = (part / sends) * 100;
  return `${percent.toFixed(percent < 9.995 ? 2 : percent < 99.95 ? 1 : 0)} %`;
}

const counted = (counters: unknown, path: string): string => {
  const value = valueAt(counters, path);
  return typeof value === 'number' ? tellNumber(value) : '';
};

/** The counters that `--metrics` has added to the nodes. */
export function countersOf(graph: Graph): ReadonlyMap<string, unknown> {
  const nodes = [...graph.nodes.values()].filter(({ fields }) => isRecord(fields['metrics']));
  return new Map(nodes.map(({ id, fields }) => [id, fields['metrics']]));
}

const row = (sends: string, shares: readonly string[]): string =>
  [sends.padStart(FEWEST_DIGITS), ...shares.map((text) => text.padStart(SHARE_WIDTH))].join('  ').trimEnd();

export const countersHeading = (): string => {
  const [sends = '', ...rest] = COUNTERS.map(([, short]) => short);
  return row(sends, rest);
};

/** `23,418  44.0 %  8.31 %  0.41 %  0.22 %  0.80 %  0.01 %`, below the heading. */
export function tellCounters(counters: unknown): string {
  if (valueAt(counters, 'sends') === 0) return 'never sent';
  return row(
    counted(counters, 'sends'),
    COUNTERS.slice(1).map(([path]) => share(counters, path) || '–'),
  );
}

/** Which counters stand on one line where there is no table. */
const LINES: ReadonlyArray<ReadonlyArray<keyof NodeMetrics & string>> = [
  ['sends'],
  ['opens', 'clicks'],
  ['unsubscribes', 'spamReports'],
  ['hardBounces', 'softBounces'],
];

/** `Sends 23,418`, `Opens 44.0 %, clicks 8.31 %`: some short lines for a picture. */
export function counterLines(counters: unknown): readonly string[] {
  if (valueAt(counters, 'sends') === 0) return ['Never sent'];
  const tell = (path: string): string => {
    const name = COUNTERS.find(([own]) => own === path)?.[2] ?? path;
    return `${name} ${(path === 'sends' ? counted(counters, path) : share(counters, path)) || '–'}`;
  };
  return LINES.map(([first = '', ...others]) =>
    [tell(first), ...others.map((path) => tell(path).toLowerCase())].join(', '),
  );
}

/** The counters of one node, a line each. */
export const counterColumns: readonly Column[] = COUNTERS.map(([path, , name]) => ({
  heading: name,
  path: 'metrics',
  show: (counters) =>
    [counted(counters, path), path === 'sends' ? '' : share(counters, path)].filter(Boolean).join('  '),
}));
