/** All rules of `workflow lint`, and their severities: by default, or as `--rule` sets them. */
import { usage } from '../../../errors.ts';
import { emailRules } from './email-rules.ts';
import { graphRules } from './graph-rules.ts';
import { nodeRules } from './node-rules.ts';
import type { Rule, Severity } from './rule.ts';

export const RULES: readonly Rule[] = [...graphRules, ...nodeRules, ...emailRules];

const SEVERITIES: readonly Severity[] = ['off', 'warning', 'error'];

const isSeverity = (text: string): text is Severity => SEVERITIES.some((severity) => severity === text);

/** The severity of every rule. Throws a `usage` failure for a setting that is not `<rule>=<severity>`. */
export function severitiesWith(settings: readonly string[]): ReadonlyMap<string, Severity> {
  const severities = new Map<string, Severity>(RULES.map(({ name, severity }) => [name, severity]));
  for (const setting of settings) {
    const [name = '', severity = '', ...rest] = setting.split('=');
    if (rest.length > 0 || !isSeverity(severity)) {
      throw usage(
        `Invalid value for --rule: ${JSON.stringify(setting)}.`,
        `Expected <rule>=${SEVERITIES.join(', <rule>=')}.`,
      );
    }
    if (!severities.has(name)) {
      throw usage(
        `Unknown rule ${JSON.stringify(name)}.`,
        'List the rules with `loopsctl workflow lint --list-rules`.',
      );
    }
    severities.set(name, severity);
  }
  return severities;
}
