/** Findings as annotations of a CI service, which reads them from the output of a step. */
import type { AnnotationTarget, Check, Finding } from '../define/report.ts';
import { escapeControls } from '../text/escape.ts';

type Annotate = (finding: Finding) => string;

const percentEncoded = (text: string, special: RegExp): string =>
  escapeControls(text).replace(
    special,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

const GITHUB_LEVELS = { error: 'error', warning: 'warning', hint: 'notice' } as const;

/** Source: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands */
const github: Annotate = ({ severity, rule, message, file, line, column, endLine, endColumn }) => {
  const properties = Object.entries({ file, line, endLine, col: column, endColumn, title: rule })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${percentEncoded(String(value), /[%\r\n:,]/g)}`);
  return `::${GITHUB_LEVELS[severity]} ${properties.join(',')}::${percentEncoded(message, /[%\r\n]/g)}`;
};

const TARGETS: Readonly<Record<AnnotationTarget, Annotate>> = { github };

export const withPlaceOf = ({ file, line, column }: Check, finding: Finding): Finding =>
  finding.file === undefined
    ? { ...finding, file, line: finding.line ?? line, column: finding.column ?? column }
    : finding;

export const annotations = (checks: readonly Check[], target: AnnotationTarget): string[] =>
  checks.flatMap((check) => check.findings.map((finding) => TARGETS[target](withPlaceOf(check, finding))));
