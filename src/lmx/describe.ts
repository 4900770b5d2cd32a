/** The language as data: tags with their attributes, values, conditions and rules. */
import type { AttributeRule, AttributeType } from './attributes.ts';
import { DEFAULT_OPERATION, OPERATIONS } from './conditions.ts';
import { ICON_NAMES } from './icons.ts';
import { RULES } from './lint/rules.ts';
import { LIKELY_FONTS, STYLE_DEFAULTS } from './styles.ts';
import { TAGS } from './tags.ts';
import { NAMESPACES } from './variables.ts';

const described = (type: AttributeType): object => {
  const { isGuess, ...rest } = { isGuess: undefined, ...type };
  return isGuess === true ? { ...rest, isRangeCertain: false } : rest;
};

const attribute = ({ type, required, variables, isOld, does }: AttributeRule): object => ({
  does,
  ...described(type),
  ...(required ? { required } : {}),
  ...(variables === undefined ? {} : { variables }),
  ...(isOld ? { isOld } : {}),
});

export const describeLanguage = () => ({
  tags: Object.fromEntries(
    Object.entries(TAGS).map(([name, { attributes, count, isBlock, isInline, isOld, ...tag }]) => [
      name,
      {
        ...tag,
        topLevel: isBlock,
        inline: isInline === true,
        ...(isOld ? { isOld } : {}),
        // JSON has no infinity.
        ...(count === undefined
          ? {}
          : { minItems: count[0], ...(Number.isFinite(count[1]) ? { maxItems: count[1] } : {}) }),
        attributes: Object.fromEntries(Object.entries(attributes).map(([key, rule]) => [key, attribute(rule)])),
      },
    ]),
  ),
  styleDefaults: STYLE_DEFAULTS,
  namespaces: NAMESPACES,
  conditions: {
    default: DEFAULT_OPERATION,
    operations: Object.fromEntries(
      Object.entries(OPERATIONS).map(([name, { needsValue, isNumeric, words }]) => [
        name,
        { needsValue, isNumeric: isNumeric === true, words },
      ]),
    ),
  },
  knownIcons: ICON_NAMES,
  likelyFonts: LIKELY_FONTS,
  rules: RULES.map(({ name, severity, why, fix }) => ({ name, severity, why, fix })),
});
