/** What the rules found, for a person: a block a workflow, two lines a finding, and the sum. */
import type { Paper } from '../../../define/view.ts';
import { hang } from '../../../text/wrap.ts';
import type { LintFinding, LintRow, RuleRow } from './shape.ts';

/** `1 error`, `no warnings`. */
const counted = (count: number, one: string): string =>
  `${count === 0 ? 'no' : count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

const LABEL_WIDTH = 9;
const INDENT = ' '.repeat(LABEL_WIDTH);

const SEVERITY_STYLE = { error: 'red', warning: 'yellow', warn: 'yellow' } as const;

const severityLabel = (severity: keyof typeof SEVERITY_STYLE, { style }: Paper): string =>
  style[SEVERITY_STYLE[severity]](severity.padEnd(LABEL_WIDTH));

function drawFinding({ severity, rule, nodeId, message }: LintFinding, paper: Paper): string {
  const place = nodeId === null ? rule : `${rule}  ${nodeId}`;
  return `${hang(severityLabel(severity, paper), message, paper)}\n${INDENT}${paper.style.dim(place)}`;
}

function drawRow({ source, id, name, findings, untold, error }: LintRow, paper: Paper): string {
  const { style } = paper;
  const title = [
    style.bold(name ?? source),
    style.dim(name === null ? '' : id),
    source === id ? '' : style.dim(source),
  ];
  const lines = [title.filter((part) => part !== '').join('  ')];
  if (error !== undefined) lines.push(hang(style.red('failed'.padEnd(LABEL_WIDTH)), error.message, paper));
  else if (findings.length === 0) lines.push(style.green('Nothing found.'));
  for (const finding of findings) lines.push(drawFinding(finding, paper));
  for (const { rule, nodeIds } of untold) {
    lines.push(
      style.dim(`unknown  ${rule}: ${counted(nodeIds.length, 'node')} did not say what it needs; --full asks for it.`),
    );
  }
  return lines.join('\n');
}

export function drawLint(value: unknown, paper: Paper): string {
  // A view is given the value that `run` has made, its text made visible.
  const rows = value as readonly LintRow[];
  const all = rows.flatMap(({ findings }) => findings);
  const count = (severity: LintFinding['severity']) => all.filter((finding) => finding.severity === severity).length;
  const failed = rows.filter(({ error }) => error !== undefined).length;
  const checked = rows.length - failed;
  const findings = `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')} in ${counted(checked, 'workflow')}`;
  const sum = [
    // Of none there is nothing good to say: "no errors" would read as if all were well.
    ...(checked === 0 && failed > 0 ? [] : [findings]),
    ...(failed === 0 ? [] : [`${counted(failed, 'workflow')} could not be checked`]),
  ].join('; ');
  return [...rows.map((row) => drawRow(row, paper)), paper.style.bold(`${capitalized(sum)}.`)].join('\n\n');
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export function drawRules(value: unknown, paper: Paper): string {
  const rules = value as readonly RuleRow[];
  return rules
    .map(
      ({ name, severity, why }) =>
        `${severityLabel(severity, paper)}${paper.style.bold(name)}\n${hang(INDENT, why, paper)}`,
    )
    .join('\n');
}
