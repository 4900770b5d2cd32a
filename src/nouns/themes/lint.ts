/** `themes lint`: checks the styles of themes. */
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import { sixDigits } from '../../lmx/color.ts';
import { type RecordRule, type RuleFinding, recordLint } from '../findings/record-lint.ts';
import { type Contrast, contrastsOf, formatRatio } from './contrast.ts';
import { getTheme, listThemes } from './operations.ts';
import { STYLES } from './style-groups.ts';
import { numberIn, type Styles } from './style-value.ts';

interface Subject {
  /** Only the styles that the theme has. */
  readonly styles: Styles;
  readonly contrasts: readonly Contrast[];
}

const SMALLEST_PX = 12;
const SIZES = STYLES.map(([name]) => name).filter((name) => name.endsWith('FontSize'));
const MAY_BE_NEGATIVE = /LetterSpacing$/;

const valuesOf = ({ styles }: Subject): ReadonlyArray<{ name: string; unit: string; value: unknown }> =>
  STYLES.flatMap(([name, unit]) => (Object.hasOwn(styles, name) ? [{ name, unit, value: styles[name] }] : []));

const isNumeric = (unit: string): boolean => unit === 'px' || unit === '%' || unit === 'bits';

const isColor = (value: unknown): boolean =>
  value === '' || (typeof value === 'string' && sixDigits(value) !== undefined);

function wrongOrder({ styles }: Subject): readonly RuleFinding[] {
  const steps = ['heading1', 'heading2', 'heading3', 'textBase'].map((prefix) => `${prefix}FontSize`);
  return steps.slice(1).flatMap((name, index) => {
    const above = steps[index] ?? '';
    const [large, small] = [numberIn(styles, above), numberIn(styles, name)];
    if (large === undefined || small === undefined || large > small) return [];
    if (name === 'textBaseFontSize' && large === small) return [];
    const relation = large === small ? 'the same as' : `smaller than`;
    return [{ at: above, message: `${above} (${large} px) is ${relation} ${name} (${small} px).` }];
  });
}

const RULES: readonly RecordRule<Subject>[] = [
  {
    name: 'invalid-color',
    severity: 'error',
    why: 'Email clients ignore a color that they cannot read, and use one of their own.',
    fix: 'Write # and 3 or 6 hexadecimal digits, or leave the color empty so that it adapts to light and dark.',
    find: (subject) =>
      valuesOf(subject)
        .filter(({ unit, value }) => unit === 'color' && !isColor(value))
        .map(({ name, value }) => ({ at: name, message: `${name} is not a color: ${JSON.stringify(value)}.` })),
  },
  {
    name: 'invalid-value',
    severity: 'error',
    why: 'A value of the wrong type has no effect, or an unexpected one.',
    fix: 'Write a number without a unit, or a string for fonts.',
    find: (subject) =>
      valuesOf(subject).flatMap(({ name, unit, value }) => {
        const isWrong = isNumeric(unit) ? !Number.isFinite(value) : unit === 'text' && typeof value !== 'string';
        const expected = unit === 'text' ? 'a string' : 'a number';
        return isWrong ? [{ at: name, message: `${name} is not ${expected}: ${JSON.stringify(value)}.` }] : [];
      }),
  },
  {
    name: 'negative-size',
    severity: 'error',
    why: 'Paddings, widths, radii and sizes below 0 are invalid CSS, which email clients ignore.',
    fix: 'Use 0 or more.',
    find: (subject) =>
      valuesOf(subject)
        .filter(({ name, value }) => typeof value === 'number' && value < 0 && !MAY_BE_NEGATIVE.test(name))
        .map(({ name, value }) => ({ at: name, message: `${name} is negative: ${textOf(value)}.` })),
  },
  {
    name: 'low-contrast',
    severity: 'error',
    why: 'Text with little contrast is hard to read for many people (WCAG 2.2, 1.4.3, level AA).',
    fix: 'Make the text or its background darker or lighter.',
    find: ({ contrasts }) =>
      contrasts
        .filter(({ level }) => level === 'fails')
        .map(({ text, background, ratio, required, scale }) => ({
          at: text,
          message: `${text} on ${background} has a contrast of ${formatRatio(ratio)}. Level AA requires ${required}:1${scale === undefined ? '' : ` for ${scale} text`}.`,
        })),
  },
  {
    name: 'small-text',
    severity: 'warning',
    why: 'Text below 12 px is hard to read on phones, and some email clients enlarge it.',
    fix: 'Use 12 px or more.',
    find: ({ styles }) =>
      SIZES.flatMap((name) => {
        const size = numberIn(styles, name);
        if (size === undefined || size < 0 || size >= SMALLEST_PX) return [];
        return [{ at: name, message: `${name} is ${size} px.` }];
      }),
  },
  {
    name: 'heading-order',
    severity: 'warning',
    why: 'Readers recognize the order of headings by their size.',
    fix: 'Make each heading larger than the next one, and none smaller than the text.',
    find: wrongOrder,
  },
];

const known = new Set(STYLES.map(([name]) => name));

export const lintCommand = recordLint<Subject>({
  noun: 'theme',
  notes:
    'Styles that a theme lacks are checked with the value that emails then have; colors that adapt to light and dark have no contrast to check.',
  examples: [
    { does: 'One theme', line: 'themes lint "High contrast"' },
    { does: 'All themes, with one rule downgraded', line: 'themes lint --all --rule low-contrast=warning' },
  ],
  rules: RULES,
  get: getTheme,
  list: listThemes,
  fileHint: 'Save a theme with `loopsctl themes show <id> --json`, or write {"styles": {"bodyColor": "#ffffff"}}.',
  read: async (record) => {
    const styles = valueAt(record, 'styles');
    if (!isRecord(styles)) return { unreadable: 'The styles are missing or not an object.' };
    const some = Object.keys(styles).some((name) => known.has(name));
    if (!some) return { unreadable: 'There is no known style.' };
    return { subject: { styles, contrasts: await contrastsOf(styles) } };
  },
});
