/** All rules of `workflow lint`, and how severe each is: by itself, or as `--rule` says. */
import { usage } from '../../../errors.ts';
import { emailRules } from './email-rules.ts';
import { graphRules } from './graph-rules.ts';
import { nodeRules } from './node-rules.ts';
import type { Rule, Severity } from './rule.ts';

export const RULES: readonly Rule[] = [...graphRules, ...nodeRules, ...emailRules];

const SEVERITIES: readonly Severity[] = ['off', 'warn', 'error'];

const isSeverity = (text: string): text is Severity => SEVERITIES.some((severity) => severity === text);

/** The severity of every rule by its name. Throws a `usage` failure for a setting that is no `name=severity`. */
export function severitiesWith(settings: readonly string[]): ReadonlyMap<string, Severity> {
  const severities = new Map<string, Severity>(RULES.map(({ name, severity }) => [name, severity]));
  for (const setting of settings) {
    const [name = '', severity = '', ...rest] = setting.split('=');
    if (rest.length > 0 || !isSeverity(severity)) {
      throw usage(
        `--rule ${JSON.stringify(setting)} is not right.`,
        'It looks like --rule cycle=warn: off, warn or error.',
      );
    }
    if (!severities.has(name)) {
      throw usage(
        `There is no rule ${JSON.stringify(name)}.`,
        `The rules are ${RULES.map((rule) => rule.name).join(', ')}.`,
      );
    }
    severities.set(name, severity);
  }
  return severities;
}
