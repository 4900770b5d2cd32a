/** A report as JUnit XML, which CI services show as tests. */
import type { Check, Finding } from '../define/report.ts';
import { escapeControls } from '../text/escape.ts';
import { element, type Markup } from '../text/xml.ts';

const hasFailed = ({ findings }: Check): boolean => findings.some(({ severity }) => severity === 'error');

function indented(depth: number, parts: readonly Markup[]): readonly (Markup | string)[] {
  const line = (level: number) => `\n${'  '.repeat(level)}`;
  return parts.length === 0 ? [] : [...parts.flatMap((part) => [line(depth), part]), line(depth - 1)];
}

function testCase(suite: string, { name, file, line, findings, skipped }: Check): Markup {
  const of = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity);
  const parts = [
    ...(skipped === undefined ? [] : [element('skipped', { message: escapeControls(skipped) })]),
    ...of('error').map(({ rule, message }) => element('failure', { type: rule, message: escapeControls(message) })),
    ...[...of('warning'), ...of('hint')].map(({ rule, message }) =>
      element('system-out', {}, escapeControls(`${rule}: ${message}`)),
    ),
  ];
  const attributes = { name: escapeControls(name), classname: suite, file, line };
  return element('testcase', attributes, ...indented(3, parts));
}

/** One test case per check; warnings and hints are its output. Source: https://github.com/testmoapp/junitxml */
export function toJunit(suite: string, checks: readonly Check[]): string {
  const attributes = {
    name: suite,
    tests: checks.length,
    failures: checks.filter(hasFailed).length,
    skipped: checks.filter(({ skipped }) => skipped !== undefined).length,
  };
  const cases = checks.map((check) => testCase(suite, check));
  const suites = element('testsuites', {}, ...indented(1, [element('testsuite', attributes, ...indented(2, cases))]));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suites.markup}\n`;
}
