/** A report as SARIF 2.1.0, which code scanning services show next to the lines of files. */
import type { Check, Finding, FindingSeverity } from '../define/report.ts';
import { escapeJson } from '../text/escape.ts';
import { withPlaceOf } from './annotations.ts';

const LEVELS: Readonly<Record<FindingSeverity, string>> = { error: 'error', warning: 'warning', hint: 'note' };

/** A path as a URI reference: relative paths stay relative. */
const uriOf = (path: string): string => encodeURI(path.replaceAll('\\', '/')).replace(/[?#]/g, encodeURIComponent);

function locationOf(check: Check, finding: Finding) {
  const { file, line, column, endLine, endColumn } = withPlaceOf(check, finding);
  const logical = [{ fullyQualifiedName: check.name }];
  if (file === undefined) return { logicalLocations: logical };
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column, endLine, endColumn } };
  return { physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...region }, logicalLocations: logical };
}

/** Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function toSarif(suite: string, checks: readonly Check[]): string {
  const results = checks.flatMap((check) =>
    check.findings.map((finding) => ({
      ruleId: finding.rule,
      level: LEVELS[finding.severity],
      message: { text: finding.message },
      locations: [locationOf(check, finding)],
    })),
  );
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].sort().map((id) => ({ id }));
  const run = { tool: { driver: { name: suite, rules } }, columnKind: 'utf16CodeUnits', results };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${escapeJson(JSON.stringify(log, null, 2))}\n`;
}
