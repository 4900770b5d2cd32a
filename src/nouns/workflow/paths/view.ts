/** Draws paths as timelines of conditions and emails. Steps that a path shares with an earlier one are printed once. */
import type { Display } from '../../../define/view.ts';
import { formatList } from '../../../text/list.ts';
import { formatCount, formatNumber, pluralize } from '../../../text/number.ts';
import { formatDuration } from '../../../text/time.ts';
import { hang } from '../../../text/wrap.ts';
import { formatDurationRange } from '../durations.ts';
import { shorten } from '../limits.ts';
import { LOOKS } from '../looks.ts';
import { lookOf, symbolOf } from '../node-types.ts';
import type { Path, Paths } from './schema.ts';

const READABLE_DIGITS = 15;

/** `8,192`, or for very large numbers `3.60 × 10^90`. */
export function formatDigits(digits: string): string {
  if (digits.length <= READABLE_DIGITS) return formatNumber(BigInt(digits));
  return `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}`;
}

const plural = (count: string, noun: string): string => `${formatDigits(count)} ${pluralize(BigInt(count), noun)}`;

interface Row {
  /** Identifies the step: rows of two paths with the same keys so far are shared. */
  readonly key: string;
  readonly after: string;
  readonly symbol: string;
  readonly text: string;
  readonly color: keyof Display['style'];
  readonly isProblem?: true;
}

const when = (seconds: number | null): string =>
  seconds === null ? 'unknown' : seconds === 0 ? 'at once' : formatDuration(seconds);

const lookOfType = (typeName: string): Pick<Row, 'symbol' | 'color'> => ({
  symbol: symbolOf(typeName),
  color: LOOKS[lookOf(typeName)].terminal,
});

/** The steps of a path in order. A node is on a path only once. */
function rowsOf({ conditions, emails, waitSeconds, nodeIds, end }: Path): readonly Row[] {
  const steps = new Map<string, Row>();
  for (const { nodeId, typeName, sentence, afterSeconds } of conditions) {
    steps.set(nodeId, { key: nodeId, after: when(afterSeconds), text: sentence, ...lookOfType(typeName) });
  }
  for (const { nodeId, subject, afterSeconds } of emails) {
    const text = subject === null ? '(an email without a subject)' : shorten(subject);
    steps.set(nodeId, { key: nodeId, after: when(afterSeconds), text, ...lookOfType('SendEmailAction') });
  }
  const rows = nodeIds.flatMap((id) => steps.get(id) ?? []);
  return [...rows, { key: `end ${nodeIds.at(-1)}`, after: when(waitSeconds), ...endRow(end, nodeIds) }];
}

function endRow({ type, nodeId, sentence }: Path['end'], nodeIds: readonly string[]): Omit<Row, 'key' | 'after'> {
  const id = shorten(nodeId, 80);
  switch (type) {
    case 'exit':
      return { ...lookOfType('ExitAction'), text: 'Exit' };
    case 'dead-end':
      return { symbol: '╴', text: `Ends without an exit after: ${sentence}`, color: 'yellow' };
    case 'missing':
      return { symbol: '✗', text: `Leads to ${id}, which does not exist`, color: 'red', isProblem: true };
    case 'cycle': {
      const words = nodeIds.includes(nodeId) ? 'Loops back to:' : 'Enters a cycle at:';
      return { symbol: '↺', text: `${words} ${sentence}  ${id}`, color: 'yellow', isProblem: true };
    }
  }
}

/** The steps so far, each with the number of the path under which it was printed. */
type Printed = ReadonlyArray<{ readonly key: string; readonly path: number }>;

/** How many steps a path has in common with the one before it. */
function sharedWith(printed: Printed, rows: readonly Row[]): number {
  const differs = rows.findIndex(({ key }, index) => printed[index]?.key !== key);
  const shared = differs === -1 ? rows.length - 1 : differs;
  // A reference is as long as a single step.
  return shared > 1 ? shared : 0;
}

function drawPath(rows: readonly Row[], printed: Printed, number: number, count: string, display: Display): string {
  const { style } = display;
  const shared = sharedWith(printed, rows);
  const own = rows.slice(shared);
  const width = own.reduce((most, { after }) => Math.max(most, after.length), 0);
  const lines = own.map(({ after, symbol, text, color, isProblem }, index) => {
    const time = after === own[index - 1]?.after ? '' : after;
    const label = `  ${style.dim(time.padEnd(width))}  ${style[color](symbol)} `;
    return hang(label, text, display, isProblem ? style[color] : undefined);
  });
  const like =
    shared === 0 ? [] : [style.dim(`  the first ${shared} steps of path ${printed[shared - 1]?.path}, then:`)];
  return [style.bold(`Path ${number} of ${formatDigits(count)}`), ...like, ...lines].join('\n');
}

function drawAll({ paths, count }: Paths, display: Display): string[] {
  let printed: Printed = [];
  return paths.map((path, index) => {
    const rows = rowsOf(path);
    const text = drawPath(rows, printed, index + 1, count, display);
    const shared = sharedWith(printed, rows);
    printed = [...printed.slice(0, shared), ...rows.slice(shared).map(({ key }) => ({ key, path: index + 1 }))];
    return text;
  });
}

function summary({ count, emails, waitSeconds }: Paths): string {
  const parts = [plural(count, 'path')];
  if (emails !== null) {
    const { min, max } = emails;
    parts.push(min === max ? formatCount(max, 'email') : `${formatNumber(min)} to ${formatNumber(max)} emails`);
  }
  if (waitSeconds !== null) {
    const { min, max } = waitSeconds;
    parts.push(max === 0 ? 'no wait' : formatDurationRange(min, max));
  }
  return parts.join(', ');
}

const MAX_IDS = 20;

function drawCycle({ nodeIds }: Paths['cycles'][number], display: Display): string {
  return hang(
    '',
    `A cycle of ${formatCount(nodeIds.length, 'node')} is not followed: ${formatList(nodeIds, { most: MAX_IDS })}`,
    display,
    display.style.yellow,
  );
}

export function drawPaths(value: unknown, display: Display): string {
  const { style } = display;
  // The value that `run` returned.
  const paths = value as Paths;
  const { name, id, trigger, count, shown, cycles } = paths;
  const title = [style.bold(shorten(name ?? 'Workflow')), ...(id === '' ? [] : [style.dim(id)])].join('  ');
  if (trigger === null) return [title, style.red('No trigger, so there are no paths.')].join('\n');
  const { symbol, color } = lookOfType(trigger.typeName);
  const blocks = [
    [title, hang(`${style[color](symbol)} `, trigger.sentence, display), summary(paths)].join('\n'),
    ...drawAll(paths, display),
  ];
  const hidden = BigInt(count) - BigInt(shown);
  // Without any path only their number was asked for.
  if (hidden > 0n && shown > 0) blocks.push(style.yellow(`${plural(String(hidden), 'more path')} (increase --limit).`));
  if (cycles.length > 0) blocks.push(cycles.map((cycle) => drawCycle(cycle, display)).join('\n'));
  return blocks.join('\n\n');
}
