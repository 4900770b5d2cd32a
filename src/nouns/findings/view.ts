/** Draws what checks have in common: severities, rules and totals. */
import { FINDING_SEVERITIES, type FindingSeverity } from '../../define/report.ts';
import type { Display } from '../../define/view.ts';
import { formatCount, pluralize } from '../../text/number.ts';
import { hang } from '../../text/wrap.ts';
import type { RuleRow, RuleSeverity } from './severities.ts';

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

/** The last line: what was found in how many items, and how many could not be checked. */
export function drawTotals(
  findings: readonly { readonly severity: FindingSeverity }[],
  checked: number,
  failed: number,
  noun: string,
  { style }: Display,
): string {
  const text = `${countsOf(findings)} in ${counted(checked, noun)}`;
  const whole = failed === 0 ? `${text}.` : `${text}; ${formatCount(failed, noun)} could not be checked.`;
  return style.bold(whole.charAt(0).toUpperCase() + whole.slice(1));
}

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
