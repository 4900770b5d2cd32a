/** All rules for LMX, in the order in which they are listed. */
import { conditionRules } from './condition-rules.ts';
import { designRules } from './design-rules.ts';
import { linkRules } from './link-rules.ts';
import type { Rule } from './rule.ts';
import { spacingRules } from './spacing-rules.ts';
import { structureRules } from './structure-rules.ts';
import { styleRules } from './style-rules.ts';
import { valueRules } from './value-rules.ts';
import { variableRules } from './variable-rules.ts';
import { wordingRules } from './wording-rules.ts';

export const RULES: readonly Rule[] = [
  ...structureRules,
  ...valueRules,
  ...variableRules,
  ...conditionRules,
  ...linkRules,
  ...designRules,
  ...spacingRules,
  ...styleRules,
  ...wordingRules,
];
