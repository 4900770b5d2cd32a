/** Draws a theme: its record, then its styles in groups. */
import { isRecord, textOf, valueAt } from '../../define/json.ts';
import type { Display } from '../../define/view.ts';
import { sixDigits } from '../../lmx/color.ts';
import { hang } from '../../text/wrap.ts';
import { type Contrast, contrastsOf, formatRatio } from './contrast.ts';
import { STYLE_GROUPS, STYLES } from './style-groups.ts';
import { type Styles, styleText } from './style-value.ts';

const NAME_WIDTH = Math.max(...STYLES.map(([name]) => name.length));
const VALUE_WIDTH = 16;
const BLOCKS = '██';

/** Two blocks in the color and a space; empty where the terminal cannot show it. */
export function swatch(value: unknown, { paintColor }: Display): string {
  if (paintColor === undefined) return '';
  const color = typeof value === 'string' ? sixDigits(value) : undefined;
  return color === undefined ? '   ' : `${paintColor(color, BLOCKS)} `;
}

const LEVEL_STYLE = { AAA: 'green', AA: 'green', fails: 'red' } as const;

function contrastText({ ratio, required, level, background }: Contrast, { style }: Display): string {
  const requirement = level === 'fails' ? ` (AA requires ${required}:1)` : '';
  return `${formatRatio(ratio)} on ${background} ${style[LEVEL_STYLE[level]](level)}${requirement}`;
}

interface Sheet {
  readonly styles: Styles;
  readonly preset: Styles | undefined;
  readonly presetName: string;
  readonly contrasts: ReadonlyMap<string, Contrast>;
}

const given = (styles: Styles, name: string): unknown => (Object.hasOwn(styles, name) ? styles[name] : undefined);

export const differs = (one: Styles, other: Styles, name: string): boolean =>
  JSON.stringify(given(one, name)) !== JSON.stringify(given(other, name));

function drawStyle(name: string, { styles, preset, contrasts }: Sheet, display: Display): string {
  const { style, widthOf } = display;
  const value = given(styles, name);
  const isOther = preset !== undefined && differs(styles, preset, name);
  const text = styleText(name, value);
  const contrast = contrasts.get(name);
  const notes = [
    ...(contrast === undefined ? [] : [contrastText(contrast, display)]),
    ...(isOther ? [`default: ${styleText(name, given(preset, name))}`] : []),
  ];
  const shown = `${swatch(value, display)}${value === undefined ? style.dim(text) : text}`;
  const room = VALUE_WIDTH + (display.paintColor === undefined ? 0 : 3);
  const gap = ' '.repeat(Math.max(2, room - widthOf(shown)));
  const label = `${isOther ? style.yellow('●') : ' '} ${name.padEnd(NAME_WIDTH)}  `;
  const whole = notes.length === 0 ? label + shown : `${label}${shown}${gap}${notes.join('  ')}`;
  if (display.width === undefined || widthOf(whole) <= display.width) return whole;
  return [hang(label, shown, display), ...notes.map((note) => hang('    ', note, display))].join('\n');
}

function headOf(theme: unknown, display: Display): readonly string[] {
  const { style, exactTime } = display;
  const isDefault = valueAt(theme, 'isDefault');
  const fields = [
    ['ID', textOf(valueAt(theme, 'id'))],
    ['Default', isDefault === true ? 'yes' : isDefault === false ? 'no' : textOf(isDefault)],
    ['Created', exactTime(valueAt(theme, 'createdAt'))],
    ['Updated', exactTime(valueAt(theme, 'updatedAt'))],
  ];
  const name = textOf(valueAt(theme, 'name'));
  return [
    hang('', name === '' ? 'Theme without a name' : name, display, style.bold),
    ...fields.map(([label = '', text = '']) => hang(style.bold(label.padEnd(9)), text, display)),
  ];
}

/** What the API adds to the known styles, or null without any. */
function otherStyles(styles: Styles): readonly string[] {
  const known = new Set(STYLES.map(([name]) => name));
  return Object.keys(styles).filter((name) => !known.has(name));
}

export async function drawTheme(theme: unknown, display: Display): Promise<string> {
  const { style } = display;
  const styles = valueAt(theme, 'styles');
  const head = headOf(theme, display).join('\n');
  if (!isRecord(styles)) return `${head}\n\n${style.yellow('The styles of this theme could not be read.')}`;
  const preset = valueAt(theme, 'defaultTheme.styles');
  const contrasts = await contrastsOf(styles);
  const sheet: Sheet = {
    styles,
    preset: isRecord(preset) ? preset : undefined,
    presetName: textOf(valueAt(theme, 'defaultTheme.name')),
    contrasts: new Map(contrasts.map((contrast) => [contrast.text, contrast])),
  };
  const others = otherStyles(styles);
  const groups = [
    ...STYLE_GROUPS.map(({ title, styles }) => ({ title, names: styles.map(([name]) => name) })),
    ...(others.length === 0 ? [] : [{ title: 'Other', names: others }]),
  ].map(({ title, names }) => [style.bold(title), ...names.map((name) => drawStyle(name, sheet, display))].join('\n'));
  const end = [...legend(sheet, display), ...failing(contrasts)];
  return [head, ...groups, ...(end.length === 0 ? [] : [end.map((line) => hang('', line, display)).join('\n')])].join(
    '\n\n',
  );
}

function legend({ styles, preset, presetName }: Sheet, { style }: Display): readonly string[] {
  if (preset === undefined) return [];
  const count = STYLES.filter(([name]) => differs(styles, preset, name)).length;
  if (count === 0) return [`All styles are those of the default theme ${JSON.stringify(presetName)}.`];
  return [
    `${style.yellow('●')} ${count} of ${STYLES.length} styles differ from the default theme ${JSON.stringify(presetName)}.`,
  ];
}

const failing = (contrasts: readonly Contrast[]): readonly string[] => {
  const count = contrasts.filter(({ level }) => level === 'fails').length;
  return count === 0
    ? []
    : [`${count} of ${contrasts.length} text colors have too little contrast: see \`loopsctl themes lint\`.`];
};
