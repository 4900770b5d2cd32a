/** Draws what checks have in common: severities, rules and totals. */
import { FINDING_SEVERITIES, type FindingSeverity } from '../../define/report.ts';
import type { Display } from '../../define/view.ts';
import { formatCount, pluralize } from '../../text/number.ts';
import { hang } from '../../text/wrap.ts';
import type { RuleRow, RuleSeverity } from './severities.ts';
import type { CheckedRow } from './verdict.ts';

export const LABEL_WIDTH = 9;
export const INDENT = ' '.repeat(LABEL_WIDTH);

const SEVERITY_STYLE = { error: 'red', warning: 'yellow', hint: 'cyan', off: 'dim' } as const;

export const severityLabel = (severity: RuleSeverity, { style }: Display, text: string = severity): string =>
  style[SEVERITY_STYLE[severity]](text.padEnd(LABEL_WIDTH));

/** `2 errors, no warnings`; hints only where there are some. */
function countsOf(findings: readonly { readonly severity: FindingSeverity }[]): string {
  const counts = FINDING_SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  }));
  return counts
    .filter(({ severity, count }) => severity !== 'hint' || count > 0)
    .map(({ severity, count }) => counted(count, severity))
    .join(', ');
}

const counted = (count: number, noun: string): string =>
  count === 0 ? `no ${pluralize(0, noun)}` : formatCount(count, noun);

/** What was found in how many items, and how many could not be checked. */
export function totalsOf(
  findings: readonly { readonly severity: FindingSeverity }[],
  checked: number,
  failed: number,
  noun: string,
): string {
  const found = `${countsOf(findings)} in ${counted(checked, noun)}`;
  if (failed === 0) return found;
  const unchecked = `${formatCount(failed, noun)} could not be checked`;
  if (checked > 0) return `${found}; ${unchecked}`;
  return findings.length === 0 ? unchecked : `${countsOf(findings)}; ${unchecked} completely`;
}

/** Draws rows of one kind: what counts as clean, one block, and what is counted in the last line (`theme`). */
interface RowDrawing<Row> {
  readonly noun: string;
  isClean(row: Row): boolean;
  draw(row: Row, display: Display): string;
}

/** A block per row, one line per clean row, and the totals. */
export function drawRows<Row extends CheckedRow>(
  rows: readonly Row[],
  { noun, isClean, draw }: RowDrawing<Row>,
  display: Display,
): string {
  let text = '';
  rows.forEach((row, index) => {
    const before = rows[index - 1];
    const gap = before === undefined ? '' : isClean(before) && isClean(row) ? '\n' : '\n\n';
    text += gap + draw(row, display);
  });
  const failed = rows.filter(({ error }) => error !== undefined).length;
  const findings = rows.flatMap((row) => row.findings);
  const totals = totalsOf(findings, rows.length - failed, failed, noun);
  const total = display.style.bold(`${totals.charAt(0).toUpperCase()}${totals.slice(1)}.`);
  return text === '' ? total : `${text}\n\n${total}`;
}

/** The first words of a row, with a check mark if it is clean. */
export const rowTitle = (title: string, isClean: boolean, { style }: Display): string =>
  `${isClean ? `${style.green('✓')} ` : ''}${style.bold(title)}`;

export function drawRules(value: unknown, display: Display): string {
  // The value that `run` returned.
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
