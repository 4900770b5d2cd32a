/** Checks one workflow by all rules. */
import { textOf, valueAt } from '../../../define/json.ts';
import { readGraph } from '../graph.ts';
import { isFull } from '../source.ts';
import { type Severity, subjectOf } from './rule.ts';
import { RULES } from './rules.ts';
import type { LintFinding, LintRow } from './shape.ts';

/**
 * What the rules find, in the order of the rules. Takes any value, however wrong it is as a workflow. `severities` has every
 * rule by its name.
 */
export function checkWorkflow(source: string, workflow: unknown, severities: ReadonlyMap<string, Severity>): LintRow {
  const graph = readGraph(workflow);
  const full = isFull(workflow);
  const subject = subjectOf(graph, full);
  const name = valueAt(workflow, 'name');
  const inForce = RULES.filter((rule) => severities.get(rule.name) !== 'off');
  const findings = inForce.flatMap((rule): LintFinding[] => {
    const severity = severities.get(rule.name) === 'error' ? 'error' : 'warning';
    return rule.find(subject).map((problem) => ({ rule: rule.name, severity, ...problem }));
  });
  const untold = inForce.flatMap((rule) => {
    const nodeIds = rule.untold?.(subject) ?? [];
    return nodeIds.length === 0 ? [] : [{ rule: rule.name, nodeIds }];
  });
  return {
    source,
    id: textOf(valueAt(workflow, 'id')),
    name: typeof name === 'string' ? name : null,
    nodes: graph.nodes.size,
    full,
    findings,
    untold,
  };
}
