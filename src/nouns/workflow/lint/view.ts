/** Draws the findings of `workflow lint`: a block per workflow, one line per clean workflow, and the totals. */
import type { Display } from '../../../define/view.ts';
import { isFileName } from '../../../runtime/files.ts';
import { formatCount } from '../../../text/number.ts';
import { hang } from '../../../text/wrap.ts';
import { drawRows, INDENT, LABEL_WIDTH, rowTitle, severityLabel } from '../../findings/view.ts';
import { RULES } from './rules.ts';
import type { LintFinding, LintRow } from './schema.ts';

const FIXES = new Map(RULES.map(({ name, fix }) => [name, fix]));

function drawFinding({ severity, rule, nodeId, message }: LintFinding, display: Display): string {
  const { dim } = display.style;
  const fix = FIXES.get(rule);
  return [
    hang(severityLabel(severity, display), message, display),
    ...(fix === undefined ? [] : [hang(INDENT, `Fix: ${fix}`, display)]),
    INDENT + dim(nodeId === null ? rule : `${rule}  ${nodeId}`),
  ].join('\n');
}

const isClean = ({ findings, skipped, error }: LintRow): boolean =>
  findings.length === 0 && skipped.length === 0 && error === undefined;

function drawRow(row: LintRow, display: Display): string {
  const { source, id, name, findings, skipped, error } = row;
  const { style } = display;
  const title = [
    rowTitle(name ?? source, isClean(row), display),
    style.dim(name === null ? '' : id),
    source === id || (name === null && source !== id) ? '' : style.dim(source),
  ];
  return [
    title.filter((part) => part !== '').join('  '),
    ...(error === undefined ? [] : [hang(style.red('failed'.padEnd(LABEL_WIDTH)), error.message, display)]),
    ...findings.map((finding) => drawFinding(finding, display)),
    ...skipped.map(({ rule, nodeIds }) => {
      const lack = `${formatCount(nodeIds.length, 'node')} ${nodeIds.length === 1 ? 'lacks' : 'lack'} required settings`;
      return hang(
        style.dim('skipped'.padEnd(LABEL_WIDTH)),
        `${rule}: ${lack} (${isFileName(source) ? 'save the workflow with --details' : 'use --details'})`,
        display,
        style.dim,
      );
    }),
  ].join('\n');
}

export function drawLint(value: unknown, display: Display): string {
  // The value that `run` returned.
  return drawRows(value as readonly LintRow[], { noun: 'workflow', isClean, draw: drawRow }, display);
}
