/** Rules about attributes and their values. */
import type { AttributeType } from '../attributes.ts';
import { ICON_NAMES } from '../icons.ts';
import { nearest } from '../nearest.ts';
import { LIKELY_FONTS, REJECTED_FONTS } from '../styles.ts';
import { type Attribute, type Element, elementsIn } from '../tree.ts';
import { ATTRIBUTE_ADVICE } from '../usual-mistakes.ts';
import { attributeSpan, type Remarks, type Rule, valueSpan } from './rule.ts';

const NUMBER = /^-?[0-9]{1,9}(\.[0-9]{1,9})?$/;
const COLOR = /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;
/** Colors that people name. */
const COLOR_NAMES: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  gray: '#808080',
  grey: '#808080',
  orange: '#ffa500',
  yellow: '#ffff00',
};

/** What is wrong with a value, after the name of its attribute. */
interface Fault extends Remarks {
  readonly message: string;
}

type Check<Kind extends AttributeType['kind']> = (
  value: string,
  type: Extract<AttributeType, { kind: Kind }>,
  element: Element,
) => Fault | undefined;

const UNITS = { px: ' px', percent: ' %', number: '' } as const;

const rangeOf = ({ min, max, unit }: Extract<AttributeType, { kind: 'number' }>): string =>
  `must be a number from ${min} to ${max}${unit === 'number' ? '' : `, in${UNITS[unit]} and without a unit`}`;

const checkNumber: Check<'number'> = (value, type) => {
  const { min, max, unit, isGuess } = type;
  if (!NUMBER.test(value)) {
    const digits = /^\s*(-?[0-9]{1,6})\s*(px|%|pt)?\s*$/.exec(value)?.[1];
    return { message: rangeOf(type), suggestion: digits };
  }
  const size = Number(value);
  if (size < min || size > max) {
    return { message: rangeOf(type), suggestion: String(Math.min(max, Math.max(min, size))), isGuess };
  }
  if (unit !== 'number' && value.includes('.')) {
    return { message: 'should be a whole number', suggestion: String(Math.round(size)), isGuess: true };
  }
  return undefined;
};

const checkColor: Check<'color'> = (value, { mayBeEmpty }) => {
  if (COLOR.test(value) || (value === '' && mayBeEmpty)) return undefined;
  const name = value.toLowerCase();
  return {
    message: 'must be a color such as #1e293b',
    suggestion: Object.hasOwn(COLOR_NAMES, name)
      ? COLOR_NAMES[name]
      : COLOR.test(`#${value}`)
        ? `#${value}`
        : undefined,
    isGuess: value === '',
  };
};

const checkWidths: Check<'widths'> = (value, _type, { children }) => {
  const columns = elementsIn(children).filter(({ name }) => name === 'ColumnItem').length;
  const parts = value.split(',').map((part) => part.trim());
  const fault = (message: string): Fault => ({ message, suggestion: equalWidths(columns) });
  if (!parts.every((part) => NUMBER.test(part) && Number(part) > 0)) return fault('must be percentages between commas');
  if (parts.length !== columns) return fault(`has ${parts.length} percentages for ${columns} columns`);
  const sum = parts.reduce((total, part) => total + Number(part), 0);
  return Math.abs(sum - 100) < 0.01 ? undefined : fault(`must have a sum of 100; it is ${sum}`);
};

const equalWidths = (columns: number): string | undefined => {
  if (columns < 2) return undefined;
  const width = Math.floor(100 / columns);
  return [...Array<number>(columns - 1).fill(width), 100 - width * (columns - 1)].join(',');
};

function faultOf(value: string, type: AttributeType, element: Element): Fault | undefined {
  switch (type.kind) {
    case 'number':
      return checkNumber(value, type, element);
    case 'color':
      return checkColor(value, type, element);
    case 'widths':
      return checkWidths(value, type, element);
    case 'boolean':
      if (value === 'true' || value === 'false') return undefined;
      return { message: 'must be true or false', suggestion: /^(yes|1|on|true)$/i.test(value) ? 'true' : 'false' };
    case 'choice':
      if (type.choices.includes(value)) return undefined;
      return { message: `must be one of ${type.choices.join(', ')}`, suggestion: nearest(value, type.choices) };
    default:
      return undefined;
  }
}

const quoted = (value: string): string => JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);

/** A variable in a value is reported by another rule. */
const hasBraces = ({ value }: Attribute): boolean => value.includes('{');

const suggestionFor = (attribute: string, known: readonly string[]): string | undefined => {
  if (Object.hasOwn(ATTRIBUTE_ADVICE, attribute)) return ATTRIBUTE_ADVICE[attribute];
  return nearest(attribute, known);
};

export const valueRules: readonly Rule[] = [
  {
    name: 'value',
    severity: 'error',
    why: 'Loops rejects values of the wrong type and outside their range.',
    fix: 'Write a value that the attribute allows.',
    types: ['number', 'color', 'boolean', 'choice', 'widths'],
    attribute: (attribute, element, report) => {
      const { rule, name, value } = attribute;
      const fault = rule && faultOf(value, rule.type, element);
      if (fault === undefined || hasBraces(attribute)) return;
      const { message, ...remarks } = fault;
      report(valueSpan(attribute), `${name} ${message} (got ${quoted(value)}).`, remarks);
    },
  },
  {
    name: 'font',
    severity: 'error',
    why: 'Loops supports certain font families only, and does not publish the list.',
    fix: 'Use Default or a common web font.',
    attributes: ['bodyFontFamily'],
    attribute: (font, _, report) => {
      if (LIKELY_FONTS.includes(font.value)) return;
      const isRejected = REJECTED_FONTS.some((name) => name.toLowerCase() === font.value.toLowerCase());
      const message = isRejected
        ? `${quoted(font.value)} is not a font family that Loops supports.`
        : `${quoted(font.value)} may not be a font family that Loops supports.`;
      report(valueSpan(font), message, {
        severity: isRejected ? 'error' : 'warning',
        suggestion: nearest(font.value, LIKELY_FONTS) ?? 'Default',
      });
    },
  },
  {
    name: 'icon-name',
    severity: 'warning',
    why: 'Loops rejects icon names that it does not know, and does not publish the list.',
    fix: 'Use one of the names that `loopsctl schema lmx` lists.',
    tags: ['Icon'],
    attributes: ['name'],
    attribute: (name, _, report) => {
      if (name.value === '' || hasBraces(name) || ICON_NAMES.includes(name.value)) return;
      report(valueSpan(name), `Loops may not know the icon ${quoted(name.value)}.`, {
        suggestion: nearest(name.value, ICON_NAMES),
      });
    },
  },
  {
    name: 'unknown-attribute',
    severity: 'warning',
    why: 'Loops ignores or rejects attributes that it does not know.',
    fix: 'Remove the attribute, or use one that the tag has.',
    types: ['unknown'],
    attribute: (attribute, element, report) => {
      const message = `${element.name} has no attribute ${attribute.name}: it is ignored or rejected.`;
      report(attributeSpan(attribute), message, {
        suggestion: suggestionFor(attribute.name, Object.keys(element.tag?.attributes ?? {})),
      });
    },
  },
];
