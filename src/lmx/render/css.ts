/** Styles as classes: the content policy of a preview allows no style attributes. */
import { contrastOf, sixDigits } from '../color.ts';

export type Declarations = Readonly<Record<string, string | undefined>>;

export interface StyleSheet {
  /** The class with these declarations; undefined without any. */
  classFor(declarations: Declarations): string | undefined;
  readonly css: () => string;
}

export function createStyleSheet(prefix: string): StyleSheet {
  const classes = new Map<string, string>();
  return {
    classFor(declarations) {
      const text = Object.entries(declarations)
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => `${name}:${value}`)
        .join(';');
      if (text === '') return undefined;
      const known = classes.get(text) ?? `${prefix}${classes.size}`;
      classes.set(text, known);
      return known;
    },
    css: () => [...classes].map(([text, name]) => `.${name}{${text}}`).join('\n'),
  };
}

/** Only values that were checked become CSS: a color, a number, a font name. */
export const colorOf = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : sixDigits(value);

/** The automatic colors of text and links, which adapt to what is behind them. */
const INKS = [
  { '--ink': '#1a1a1a', '--link': '#0b57d0' },
  { '--ink': '#e8eaed', '--link': '#8ab4f8' },
] as const;

/** A background, with the automatic colors that can be read on it: it is the same in light and dark. */
export function backgroundWithInk(color: string | undefined): Declarations {
  const background = colorOf(color);
  if (background === undefined) return {};
  const [dark, light] = INKS.map((ink) => contrastOf(ink['--ink'], background) ?? 0);
  return { 'background-color': background, ...INKS[(dark ?? 0) >= (light ?? 0) ? 0 : 1] };
}

/** Undefined for what is no number; larger ones are cut, so that a page stays usable. */
export function lengthOf(value: string | number | undefined, unit: 'px' | '%' = 'px', max = 999): string | undefined {
  if (value === undefined || value === '') return undefined;
  const size = Number(value);
  return Number.isFinite(size) ? `${Math.min(max, Math.max(-max, size))}${unit}` : undefined;
}

const FONT_NAME = /^[A-Za-z0-9][A-Za-z0-9 -]{0,60}$/;
const GENERIC = ['ui-sans-serif', 'ui-serif', 'ui-monospace', 'sans-serif', 'serif', 'monospace'];

export function fontOf(family: string | undefined, category: string | undefined): string {
  const generic = category !== undefined && GENERIC.includes(category) ? category : 'sans-serif';
  const last = generic.replace('ui-', '');
  const named = family !== undefined && family !== 'Default' && FONT_NAME.test(family) ? [`"${family}"`] : [];
  return [...new Set([...named, generic, last])].join(',');
}
