/** Draws the findings of a check of records: a block per record, one line per clean record, and the totals. */
import type { Display } from '../../define/view.ts';
import { hang } from '../../text/wrap.ts';
import type { RecordFinding, RecordRow } from './record-schema.ts';
import type { AnyRule } from './severities.ts';
import { drawRows, INDENT, LABEL_WIDTH, rowTitle, severityLabel } from './view.ts';

const isClean = ({ findings, error }: RecordRow): boolean => findings.length === 0 && error === undefined;

/** `noun` is what is counted in the last line: `theme`. */
export function recordsView(rules: readonly AnyRule[], noun: string) {
  const fixes = new Map(rules.map(({ name, fix }) => [name, fix]));

  const drawFinding = ({ severity, rule, at, message }: RecordFinding, display: Display): string => {
    const fix = fixes.get(rule);
    return [
      hang(severityLabel(severity, display), message, display),
      ...(fix === undefined ? [] : [hang(INDENT, `Fix: ${fix}`, display)]),
      INDENT + display.style.dim(at === null ? rule : `${rule}  ${at}`),
    ].join('\n');
  };

  const drawRow = (row: RecordRow, display: Display): string => {
    const { style } = display;
    const { source, id, name, findings, error } = row;
    const other = source === id || source === name ? '' : source;
    const title = [
      rowTitle(name ?? source, isClean(row), display),
      name === null ? '' : style.dim(id ?? ''),
      name === null ? '' : style.dim(other),
    ];
    return [
      title.filter((part) => part !== '').join('  '),
      ...(error === undefined ? [] : [hang(style.red('failed'.padEnd(LABEL_WIDTH)), error.message, display)]),
      ...findings.map((finding) => drawFinding(finding, display)),
    ].join('\n');
  };

  return (value: unknown, display: Display): string =>
    // The value that `run` returned.
    drawRows(value as readonly RecordRow[], { noun, isClean, draw: drawRow }, display);
}
