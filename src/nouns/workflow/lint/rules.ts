/** All rules of `workflow lint`, and their severities: by default, or as `--rule` sets them. */
import { severitiesSet } from '../../findings/severities.ts';
import { emailRules } from './email-rules.ts';
import { graphRules } from './graph-rules.ts';
import { nodeRules } from './node-rules.ts';
import type { Rule, Severity } from './rule.ts';

export const RULES: readonly Rule[] = [...graphRules, ...nodeRules, ...emailRules];

const SEVERITIES: readonly Severity[] = ['off', 'warning', 'error'];

/** The severity of every rule. Throws a `usage` failure for a setting that is not `<rule>=<severity>`. */
export function severitiesWith(settings: readonly string[]): ReadonlyMap<string, Severity> {
  const set = severitiesSet(RULES, settings, SEVERITIES, 'workflow lint --list-rules');
  return new Map([...RULES.map(({ name, severity }): [string, Severity] => [name, severity]), ...set]);
}
