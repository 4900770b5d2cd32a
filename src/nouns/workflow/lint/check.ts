/** Checks one workflow against all rules. */
import { textOf, valueAt } from '../../../define/json.ts';
import { readGraph } from '../graph.ts';
import { hasDetails } from '../source.ts';
import { type Severity, subjectOf, UNKNOWN } from './rule.ts';
import { RULES } from './rules.ts';
import type { LintRow } from './schema.ts';

/** Findings in the order of the rules. Takes any value. `severities` must have every rule. */
export function checkWorkflow(
  source: string,
  workflow: unknown,
  severities: ReadonlyMap<string, Severity>,
  lineOf: (nodeId: string) => number | undefined = () => undefined,
): LintRow {
  const graph = readGraph(workflow);
  const details = hasDetails(graph);
  const subject = subjectOf(graph, details);
  const name = valueAt(workflow, 'name');
  const row: LintRow = {
    source,
    id: textOf(valueAt(workflow, 'id')),
    name: typeof name === 'string' ? name : null,
    nodes: graph.nodes.size,
    details,
    findings: [],
    skipped: [],
  };
  for (const rule of RULES) {
    const severity = severities.get(rule.name) ?? rule.severity;
    if (severity === 'off') continue;
    const skipped: string[] = [];
    for (const { nodeId, message } of rule.find(subject)) {
      if (message === UNKNOWN) {
        if (nodeId !== null) skipped.push(nodeId);
        continue;
      }
      const line = nodeId === null ? undefined : lineOf(nodeId);
      row.findings.push({ rule: rule.name, severity, nodeId, message, ...(line === undefined ? {} : { line }) });
    }
    if (skipped.length > 0) row.skipped.push({ rule: rule.name, nodeIds: skipped });
  }
  return row;
}
