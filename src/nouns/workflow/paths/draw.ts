/** Ways through a workflow for a person: of each a timeline of conditions and emails. */
import type { Paper } from '../../../define/view.ts';
import { hang } from '../../../text/wrap.ts';
import { tellDuration } from '../waits.ts';
import { describeNode } from '../words.ts';
import type { Path, Paths } from './shape.ts';

/** Digits that a person still reads as a number. */
const READABLE_DIGITS = 15;

/** `8,192`; of a number too long to read its size, `3.60 × 10^90`. */
export function tellCount(digits: string): string {
  if (digits.length <= READABLE_DIGITS) return BigInt(digits).toLocaleString('en-US');
  return `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}`;
}

const plural = (count: string, one: string): string => `${tellCount(count)} ${one}${count === '1' ? '' : 's'}`;

interface Row {
  readonly after: string;
  readonly symbol: string;
  readonly text: string;
}

const when = (seconds: number | null): string =>
  seconds === null ? 'unknown' : seconds === 0 ? 'at once' : tellDuration(seconds);

const symbolOf = (typeName: string): string => describeNode(typeName, {}).symbol;

/** What happens on a way in the order in which it happens; a node stands on a way only once. */
function rowsOf({ conditions, emails, waitSeconds, nodeIds, end }: Path): readonly Row[] {
  const told = new Map<string, Row>([
    ...conditions.map(({ nodeId, typeName, sentence, afterSeconds }): [string, Row] => [
      nodeId,
      { after: when(afterSeconds), symbol: symbolOf(typeName), text: sentence },
    ]),
    ...emails.map(({ nodeId, subject, afterSeconds }): [string, Row] => [
      nodeId,
      {
        after: when(afterSeconds),
        symbol: symbolOf('SendEmailAction'),
        text: subject ?? '(an email without a subject)',
      },
    ]),
  ]);
  const rows = nodeIds.flatMap((id) => told.get(id) ?? []);
  return [...rows, { after: when(waitSeconds), ...endRow(end, nodeIds) }];
}

function endRow({ kind, nodeId, sentence }: Path['end'], nodeIds: readonly string[]): Omit<Row, 'after'> {
  switch (kind) {
    case 'exit':
      return { symbol: symbolOf('ExitAction'), text: 'Exit' };
    case 'last':
      return { symbol: '·', text: `Nothing follows ${sentence}` };
    case 'nowhere':
      return { symbol: '✗', text: `Leads to ${nodeId}, which does not exist` };
    case 'cycle':
      return {
        symbol: '↺',
        text: `${nodeIds.includes(nodeId) ? 'Goes round to' : 'Comes into a cycle at'} ${sentence}  ${nodeId}`,
      };
  }
}

const PAINT: Readonly<Record<string, keyof Paper['style']>> = { '✗': 'red', '↺': 'yellow' };

function drawPath(path: Path, index: number, count: string, paper: Paper): string {
  const { style } = paper;
  const rows = rowsOf(path);
  const width = rows.reduce((widest, { after }) => Math.max(widest, after.length), 0);
  const lines = rows.map(({ after, symbol, text }, line) => {
    const time = after === rows[line - 1]?.after ? '' : after;
    const label = `  ${style.dim(time.padEnd(width))}  `;
    const problem = PAINT[symbol];
    return problem === undefined
      ? hang(`${label}${style.cyan(symbol)} `, text, paper)
      : hang(`${label}${style[problem](symbol)} `, text, paper, style[problem]);
  });
  return [style.bold(`Way ${index + 1} of ${tellCount(count)}`), ...lines].join('\n');
}

const between = (least: string, most: string): string => (least === most ? most : `${least} to ${most}`);

function summary({ count, emails, waitSeconds }: Paths): string {
  const parts = [`${plural(count, 'way')} through`];
  if (emails !== null) {
    const { least, most } = emails;
    parts.push(least === most ? plural(String(most), 'email') : `${least} to ${most} emails`);
  }
  if (waitSeconds !== null) {
    const { least, most } = waitSeconds;
    parts.push(most === 0 ? 'no wait' : between(tellDuration(least), tellDuration(most)));
  }
  return parts.join(', ');
}

export function drawPaths(value: unknown, paper: Paper): string {
  const { style } = paper;
  // A view is given the value that `run` has made, its text made visible.
  const paths = value as Paths;
  const { name, id, trigger, count, shown, cycles } = paths;
  const title = [style.bold(name ?? 'Workflow'), ...(id === '' ? [] : [style.dim(id)])].join('  ');
  if (trigger === null) return [title, style.red('It has no trigger, so that there is no way through.')].join('\n');
  const blocks = [
    [title, `${style.cyan(symbolOf('SignupTrigger'))} ${trigger.sentence}`, summary(paths)].join('\n'),
    ...paths.paths.map((path, index) => drawPath(path, index, count, paper)),
  ];
  const hidden = BigInt(count) - BigInt(shown);
  if (hidden > 0n) blocks.push(style.yellow(`${plural(String(hidden), 'way')} not shown: --limit shows more.`));
  if (cycles.length > 0) blocks.push(style.yellow(tellCycles(cycles, paper)));
  return blocks.join('\n\n');
}

const tellCycles = (cycles: Paths['cycles'], paper: Paper): string =>
  cycles
    .map(({ nodeIds }) =>
      hang('', `A cycle of ${plural(String(nodeIds.length), 'node')} is not followed: ${nodeIds.join(', ')}`, paper),
    )
    .join('\n');
