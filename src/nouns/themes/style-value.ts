/** The value of a style, which may be anything that the API or a file contains. */
import { textOf } from '../../define/json.ts';
import { sixDigits } from '../../lmx/color.ts';
import { STYLE_DEFAULTS } from '../../lmx/styles.ts';
import { formatNumber } from '../../text/number.ts';
import { unitOf } from './style-groups.ts';

export type Styles = Readonly<Record<string, unknown>>;

/** A style that the theme lacks has its default in emails. */
export const effective = (styles: Styles, name: string): unknown => {
  const value = Object.hasOwn(styles, name) ? styles[name] : undefined;
  if (value !== undefined) return value;
  const preset = Object.hasOwn(STYLE_DEFAULTS, name) ? STYLE_DEFAULTS[name] : undefined;
  const isNumber = preset !== undefined && preset !== '' && !Number.isNaN(Number(preset));
  return isNumber ? Number(preset) : preset;
};

/** With six digits; undefined where it is not a color, or adapts to light and dark. */
export const colorIn = (styles: Styles, name: string): string | undefined => {
  const value = effective(styles, name);
  return typeof value === 'string' ? sixDigits(value) : undefined;
};

export const numberIn = (styles: Styles, name: string): number | undefined => {
  const value = effective(styles, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/** The bits of `buttonTextFormat`. Only the first is documented. */
const BOLD = 1;

export const isBold = (format: unknown): boolean => typeof format === 'number' && (format & BOLD) === BOLD;

/** A value in words and with its unit: `16 px`, `#0a84a8`, `automatic`, `bold`. */
export function styleText(name: string, value: unknown): string {
  if (value === undefined) return 'not set';
  switch (unitOf(name)) {
    case 'color':
      return value === '' ? 'automatic' : textOf(value);
    case 'px':
      return typeof value === 'number' ? `${formatNumber(value)} px` : textOf(value);
    case '%':
      return typeof value === 'number' ? `${formatNumber(value)}%` : textOf(value);
    case 'bits':
      return value === 0 ? 'regular' : value === BOLD ? 'bold' : textOf(value);
    default:
      return textOf(value);
  }
}
