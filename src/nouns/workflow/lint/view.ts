/** Draws the findings of `workflow lint`: a block per workflow, one line per clean workflow, and the totals. */
import type { Display } from '../../../define/view.ts';
import { formatCount, pluralize } from '../../../text/number.ts';
import { hang } from '../../../text/wrap.ts';
import { RULES } from './rules.ts';
import type { LintFinding, LintRow, RuleRow } from './schema.ts';

const counted = (count: number, noun: string): string =>
  count === 0 ? `no ${pluralize(0, noun)}` : formatCount(count, noun);

const LABEL_WIDTH = 9;
const INDENT = ' '.repeat(LABEL_WIDTH);

const SEVERITY_STYLE = { error: 'red', warning: 'yellow', off: 'dim' } as const;

const severityLabel = (severity: keyof typeof SEVERITY_STYLE, { style }: Display): string =>
  style[SEVERITY_STYLE[severity]](severity.padEnd(LABEL_WIDTH));

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
    `${isClean(row) ? `${style.green('✓')} ` : ''}${style.bold(name ?? source)}`,
    style.dim(name === null ? '' : id),
    source === id || (name === null && source !== id) ? '' : style.dim(source),
  ];
  return [
    title.filter((part) => part !== '').join('  '),
    ...(error === undefined ? [] : [hang(style.red('failed'.padEnd(LABEL_WIDTH)), error.message, display)]),
    ...findings.map((finding) => drawFinding(finding, display)),
    ...skipped.map(({ rule, nodeIds }) => {
      const lack = `${formatCount(nodeIds.length, 'node')} ${nodeIds.length === 1 ? 'lacks' : 'lack'} required settings`;
      return hang(style.dim('skipped'.padEnd(LABEL_WIDTH)), `${rule}: ${lack} (use --details)`, display, style.dim);
    }),
  ].join('\n');
}

function totals(rows: readonly LintRow[]): string {
  const count = (severity: LintFinding['severity']) =>
    rows.reduce((sum, { findings }) => sum + findings.filter((finding) => finding.severity === severity).length, 0);
  const failed = rows.filter(({ error }) => error !== undefined).length;
  const found = `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}`;
  const text = `${found} in ${counted(rows.length - failed, 'workflow')}`;
  return failed === 0 ? `${text}.` : `${text}; ${formatCount(failed, 'workflow')} could not be checked.`;
}

export function drawLint(value: unknown, display: Display): string {
  // The value that `run` returned.
  const rows = value as readonly LintRow[];
  let text = '';
  rows.forEach((row, index) => {
    const before = rows[index - 1];
    const gap = before === undefined ? '' : isClean(before) && isClean(row) ? '\n' : '\n\n';
    text += gap + drawRow(row, display);
  });
  const sum = totals(rows);
  const total = display.style.bold(sum.charAt(0).toUpperCase() + sum.slice(1));
  return text === '' ? total : `${text}\n\n${total}`;
}

export function drawRules(value: unknown, display: Display): string {
  const rules = value as readonly RuleRow[];
  return rules
    .map(({ name, severity, why, fix }) =>
      [
        `${severityLabel(severity, display)}${display.style.bold(name)}`,
        hang(INDENT, why, display),
        hang(INDENT, `Fix: ${fix}`, display),
      ].join('\n'),
    )
    .join('\n');
}
