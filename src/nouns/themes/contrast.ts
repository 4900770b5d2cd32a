/** The contrast of each text of a theme with what is behind it, by WCAG 2.2. */
import { colorIn, effective, isBold, numberIn, type Styles } from './style-value.ts';

interface Pair {
  readonly text: string;
  readonly background: string;
  readonly size: string;
  /** The style that makes the text bold. */
  readonly format?: string;
}

const PAIRS: readonly Pair[] = [
  { text: 'textBaseColor', background: 'bodyColor', size: 'textBaseFontSize' },
  { text: 'textLinkColor', background: 'bodyColor', size: 'textBaseFontSize' },
  { text: 'heading1Color', background: 'bodyColor', size: 'heading1FontSize' },
  { text: 'heading2Color', background: 'bodyColor', size: 'heading2FontSize' },
  { text: 'heading3Color', background: 'bodyColor', size: 'heading3FontSize' },
  {
    text: 'buttonTextColor',
    background: 'buttonBodyColor',
    size: 'buttonTextFontSize',
    format: 'buttonTextFormat',
  },
];

/** Large text is at least 18 pt, or 14 pt and bold. Source: https://www.w3.org/TR/WCAG22/#dfn-large-scale */
const LARGE_PX = 24;
const LARGE_BOLD_PX = (14 * 4) / 3;

/** Source: https://www.w3.org/TR/WCAG22/#contrast-minimum */
const REQUIRED = { large: 3, usual: 4.5 } as const;
/** Source: https://www.w3.org/TR/WCAG22/#contrast-enhanced */
const ENHANCED = { large: 4.5, usual: 7 } as const;

export interface Contrast extends Pair {
  /** From 1 to 21. */
  readonly ratio: number;
  /** What level AA requires for the size of the text. */
  readonly required: number;
  readonly level: 'AAA' | 'AA' | 'fails';
  /** `16 px`, `bold 19 px`; undefined where it is not a number. */
  readonly scale: string | undefined;
}

/** Pairs of colors that adapt to light and dark, or are not colors, are left out. */
export async function contrastsOf(styles: Styles): Promise<readonly Contrast[]> {
  const { wcagContrast } = await import('culori');
  return PAIRS.flatMap((pair): readonly Contrast[] => {
    const [text, background] = [colorIn(styles, pair.text), colorIn(styles, pair.background)];
    if (text === undefined || background === undefined) return [];
    const ratio = wcagContrast(text, background);
    const px = numberIn(styles, pair.size);
    const size = px ?? 0;
    const bold = pair.format !== undefined && isBold(effective(styles, pair.format));
    const kind = size >= (bold ? LARGE_BOLD_PX : LARGE_PX) ? 'large' : 'usual';
    const scale = px === undefined ? undefined : `${bold ? 'bold ' : ''}${px} px`;
    const level = ratio >= ENHANCED[kind] ? 'AAA' : ratio >= REQUIRED[kind] ? 'AA' : 'fails';
    return [{ ...pair, ratio, required: REQUIRED[kind], level, scale }];
  });
}

/** Rounded down, so that 4.499 is not shown as the required 4.5. */
export const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
