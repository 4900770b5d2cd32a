/** A report as JUnit XML, which CI services show as tests. Apart because only this format loads the package. */
import XMLBuilder from 'fast-xml-builder';
import type { Check } from '../define/report.ts';
import { escapeControls } from '../text/escape.ts';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });

/** XML has no way to write the last two of these, which are no characters. */
const shown = (text: string): string => escapeControls(text).replace(/[\ufffe\uffff]/g, '\ufffd');

/**
 * One test case a check; it fails where a finding is an error, and warnings stand in its output.
 * Source: https://github.com/testmoapp/junitxml
 */
export function toJunit(suite: string, checks: readonly Check[]): string {
  const failed = (check: Check) => check.findings.some(({ severity }) => severity === 'error');
  const cases = checks.map((check) => {
    const messages = (severity: string) => check.findings.filter((finding) => finding.severity === severity);
    return {
      '@name': shown(check.name),
      '@classname': suite,
      ...(check.skipped === undefined ? {} : { skipped: { '@message': shown(check.skipped) } }),
      failure: messages('error').map(({ rule, message }) => ({ '@type': rule, '@message': shown(message) })),
      'system-out': messages('warning').map(({ rule, message }) => shown(`${rule}: ${message}`)),
    };
  });
  const counts = {
    '@tests': checks.length,
    '@failures': checks.filter(failed).length,
    '@skipped': checks.filter(({ skipped }) => skipped !== undefined).length,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({
    testsuites: { testsuite: { '@name': suite, ...counts, testcase: cases } },
  })}`;
}
