/** The styles of a theme that can be exported: those with a value of the right type. */
import { isRecord } from '../../../define/json.ts';
import { sixDigits } from '../../../lmx/color.ts';
import { STYLES } from '../style-groups.ts';
import { isBold, type Styles } from '../style-value.ts';

export type KnownStyle =
  | { readonly name: string; readonly type: 'color'; readonly value: string }
  | { readonly name: string; readonly type: 'px' | '%'; readonly value: number }
  | { readonly name: string; readonly type: 'font'; readonly value: readonly string[] }
  | { readonly name: string; readonly type: 'weight'; readonly value: 400 | 700 };

export interface Exported {
  readonly name: string;
  readonly styles: readonly KnownStyle[];
}

const GENERIC = ['ui-sans-serif', 'ui-serif', 'ui-monospace', 'sans-serif', 'serif', 'monospace'];

/** The family and the generic family after it. A name with anything but letters, digits, spaces and hyphens is left out. */
function fontOf(styles: Styles): readonly string[] {
  const { bodyFontFamily: family, bodyFontCategory: category } = styles;
  const generic = typeof category === 'string' && GENERIC.includes(category) ? category : 'sans-serif';
  const named = typeof family === 'string' && family !== 'Default' && /^[\p{L}\p{N}][\p{L}\p{N} -]*$/u.test(family);
  return named ? [family, generic] : [generic];
}

function known(name: string, unit: string, styles: Styles): KnownStyle | undefined {
  const value = Object.hasOwn(styles, name) ? styles[name] : undefined;
  if (name === 'bodyFontFamily') return { name, type: 'font', value: fontOf(styles) };
  if (unit === 'color') {
    const color = typeof value === 'string' ? sixDigits(value) : undefined;
    return color === undefined ? undefined : { name, type: 'color', value: color };
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (unit === 'bits') return { name, type: 'weight', value: isBold(value) ? 700 : 400 };
  return unit === 'px' || unit === '%' ? { name, type: unit, value } : undefined;
}

export const knownStyles = (styles: Styles): readonly KnownStyle[] =>
  STYLES.flatMap(([name, unit]) => known(name, unit, styles) ?? []);

/** The category is part of the font, and an empty color adapts to light and dark. */
export function leftOut(styles: unknown): readonly string[] {
  if (!isRecord(styles)) return [];
  const exported = new Set(knownStyles(styles).map(({ name }) => name));
  return Object.keys(styles).filter(
    (name) => !exported.has(name) && name !== 'bodyFontCategory' && styles[name] !== '',
  );
}

/** `heading1FontSize` as `heading1-font-size`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A name that cannot end a comment or its line. */
export const inComment = (text: string): string => text.replaceAll('*/', '* /').replace(/\p{Cc}/gu, ' ');

export const cssFont = (fonts: readonly string[]): string =>
  fonts.map((font) => (GENERIC.includes(font) ? font : `"${font}"`)).join(', ');
