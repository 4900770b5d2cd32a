/** Draws the findings of `messages check` as compilers do: the line, a caret below, and what to write instead. */
import type { Display } from '../../../define/view.ts';
import { formatCount } from '../../../text/number.ts';
import { hang } from '../../../text/wrap.ts';
import { drawRows, INDENT, rowTitle, severityLabel } from '../../findings/view.ts';
import type { CheckRow, MessageFinding, WholeFinding } from './schema.ts';

const NARROWEST = 20;
const SEVERITY_STYLE = { error: 'red', warning: 'yellow', hint: 'cyan' } as const;

/** Cuts the line around the finding, so that it fits the terminal. */
function fitted({ text, start, end }: NonNullable<MessageFinding['excerpt']>, room: number) {
  if (text.length <= room) return { text, start, end };
  const from = Math.min(Math.max(0, start - Math.floor(room / 3)), Math.max(0, text.length - room));
  const last = from + room;
  return { text: text.slice(from, last).toWellFormed(), start: start - from, end: Math.min(end, last) - from };
}

function drawExcerpt({ line, severity, excerpt }: WholeFinding, display: Display): readonly string[] {
  if (excerpt === undefined || line === undefined) return [];
  const { style, width, widthOf } = display;
  const gutter = `${INDENT}${line} | `;
  const room = width === undefined ? excerpt.text.length : Math.max(NARROWEST, width - gutter.length);
  const { text, start, end } = fitted(excerpt, room);
  const before = ' '.repeat(widthOf(text.slice(0, start)));
  const marks = '^'.repeat(Math.max(1, widthOf(text.slice(start, end))));
  return [
    `${style.dim(gutter)}${text}`,
    `${style.dim(`${' '.repeat(gutter.length - 2)}| `)}${before}${style[SEVERITY_STYLE[severity]](marks)}`,
  ];
}

function drawFinding(finding: WholeFinding, source: string, display: Display): string {
  const { rule, severity, line, column, message, suggestion } = finding;
  return [
    hang(severityLabel(severity, display), message, display),
    ...drawExcerpt(finding, display),
    ...(suggestion === undefined ? [] : [hang(`${INDENT}Write: `, suggestion, display)]),
    INDENT + display.style.dim(line === undefined ? rule : `${rule}  ${source}:${line}:${column}`),
  ].join('\n');
}

type DrawnRow = Omit<CheckRow, 'findings'> & { readonly findings: readonly WholeFinding[] };

const isClean = ({ findings, error }: DrawnRow): boolean => findings.length === 0 && error === undefined;

function drawRow(row: DrawnRow, display: Display): string {
  const { source, findings, fixed = 0, error } = row;
  return [
    rowTitle(source, isClean(row), display),
    ...(fixed === 0 ? [] : [`${INDENT}Fixed ${formatCount(fixed, 'finding')}.`]),
    ...(error === undefined ? [] : [hang(severityLabel('error', display, 'failed'), error.message, display)]),
    ...findings.map((finding) => drawFinding(finding, source, display)),
  ].join('\n');
}

/** Draws rows that are each about a `message` or a `campaign`. */
export const drawChecksOf =
  (noun: string) =>
  (value: unknown, display: Display): string =>
    // The value that `run` returned.
    drawRows(value as readonly DrawnRow[], { noun, isClean, draw: drawRow }, display);
