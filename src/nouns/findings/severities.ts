/** The rules of a check with their severities: by default, or as `--rule` sets them. */
import * as z from 'zod';
import { FINDING_SEVERITIES, type FindingSeverity } from '../../define/report.ts';
import { usage } from '../../errors.ts';

export interface AnyRule {
  readonly name: string;
  readonly severity: FindingSeverity;
  readonly why: string;
  readonly fix: string;
}

export type RuleSeverity = FindingSeverity | 'off';

/** A row of `--list-rules`. */
export const RuleRow = z.object({
  name: z.string(),
  severity: z.enum(['off', ...FINDING_SEVERITIES]),
  why: z.string(),
  fix: z.string(),
});
export type RuleRow = z.infer<typeof RuleRow>;

export const ruleInput = (choices: string) =>
  z
    .array(z.string())
    .default([])
    .describe(`set a rule's severity: ${choices} (repeatable)`)
    .meta({ placeholder: 'rule=severity' });

export const listRulesInput = z.boolean().default(false).describe('list the rules and exit');

/** The severities that were set. Throws a `usage` failure for a setting that is not `<rule>=<severity>`. */
export function severitiesSet<Severity extends RuleSeverity>(
  rules: readonly AnyRule[],
  settings: readonly string[],
  choices: readonly Severity[],
  list: string,
): ReadonlyMap<string, Severity> {
  const severities = new Map<string, Severity>();
  for (const setting of settings) {
    const [name = '', typed = '', ...rest] = setting.split('=');
    const severity = choices.find((choice) => choice === typed);
    if (rest.length > 0 || severity === undefined) {
      throw usage(
        `Invalid value for --rule: ${JSON.stringify(setting)}.`,
        `Expected <rule>=${choices.join(', <rule>=')}.`,
      );
    }
    if (!rules.some((rule) => rule.name === name)) {
      throw usage(`Unknown rule ${JSON.stringify(name)}.`, `List the rules with \`loopsctl ${list}\`.`);
    }
    severities.set(name, severity);
  }
  return severities;
}

export const ruleRows = (rules: readonly AnyRule[], set: ReadonlyMap<string, RuleSeverity>): readonly RuleRow[] =>
  rules.map(({ name, severity, why, fix }) => ({ name, severity: set.get(name) ?? severity, why, fix }));
