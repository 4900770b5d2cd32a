/** Findings as annotations of a CI service, which reads them from anything that a step prints. */
import type { AnnotationTarget, Check, Finding } from '../define/report.ts';
import { escapeControls } from '../text/escape.ts';

type Annotate = (finding: Finding) => string;

/**
 * `::error file=path,line=1,title=rule::message`, a workflow command; what would end a part of it is written as a percent code.
 * Source: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
const github: Annotate = ({ severity, rule, message, file, line, column }) => {
  const escaped = (text: string, special: RegExp) =>
    escapeControls(text).replace(
      special,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
  const properties = Object.entries({ file, line, col: column, title: rule })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escaped(String(value), /[%\r\n:,]/g)}`);
  return `::${severity} ${properties.join(',')}::${escaped(message, /[%\r\n]/g)}`;
};

const TARGETS: Readonly<Record<AnnotationTarget, Annotate>> = { github };

/** One line a finding. */
export const annotations = (checks: readonly Check[], target: AnnotationTarget): string[] =>
  checks.flatMap(({ findings }) => findings.map(TARGETS[target]));
