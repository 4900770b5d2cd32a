/** The seeded themes: twelve palettes, each expanded to all styles of a theme. */
import type * as z from 'zod';
import type { Theme, ThemeStyles } from '../../nouns/themes/operations.ts';
import { section } from '../account.ts';
import { seedId } from '../identifiers.ts';
import { datesOf } from '../seed-dates.ts';

interface Palette {
  readonly page: string;
  readonly body: string;
  readonly text: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly font: string;
  readonly fontCategory: string;
  /** Base text size in pixels; the other sizes are derived from it. */
  readonly size: number;
  readonly radius: number;
  readonly border: number;
  readonly padding: number;
}

type ThemeRow = readonly [
  name: string,
  page: string,
  body: string,
  text: string,
  accent: string,
  onAccent: string,
  font: string,
  fontCategory: string,
  size: number,
  radius: number,
  border: number,
  padding: number,
];

const DEFAULT_THEME = 'Brightwater';

const BOLD = 1;

/** Newest first: name, page, body, text and accent colors, text color on the accent, font, font category, size, radius, border, padding. */
const THEMES: readonly ThemeRow[] = [
  ['Year in review', '#0b1026', '#141b3c', '#e8ecff', '#ffb84d', '#141b3c', 'Space Grotesk', 'display', 17, 16, 0, 40],
  ['Black Friday', '#000000', '#111111', '#f5f5f5', '#ff2e63', '#ffffff', 'Oswald', 'display', 18, 0, 2, 32],
  ['Calm Lavender', '#f3effc', '#ffffff', '#3a2f55', '#7a5cc9', '#ffffff', 'Nunito', 'sans-serif', 16, 20, 1, 32],
  ['Café Crème', '#f6efe6', '#fffaf3', '#4b3621', '#a9743a', '#fffaf3', 'Lora', 'serif', 17, 6, 1, 36],
  ['東京ミニマル', '#ffffff', '#ffffff', '#1a1a1a', '#c8102e', '#ffffff', 'Noto Sans JP', 'sans-serif', 15, 0, 0, 24],
  ['High contrast', '#ffffff', '#ffffff', '#000000', '#0000c8', '#ffffff', 'Arial', 'sans-serif', 20, 4, 3, 28],
  ['Changelog', '#eef1f4', '#fbfcfd', '#24292f', '#0f7b4f', '#ffffff', 'JetBrains Mono', 'monospace', 14, 2, 1, 20],
  ['Coral', '#fff1ed', '#ffffff', '#43302b', '#f2674a', '#ffffff', 'Poppins', 'sans-serif', 16, 12, 0, 32],
  ['Forest', '#e9f2ec', '#ffffff', '#1f3a2d', '#2f7d4f', '#ffffff', 'Merriweather', 'serif', 16, 8, 1, 32],
  ['Night shift', '#12161c', '#1b222c', '#d7dee8', '#4cc2ff', '#0b1118', 'Inter', 'sans-serif', 16, 10, 1, 32],
  ['Plain text', '#ffffff', '#ffffff', '#222222', '#1a0dab', '#ffffff', 'Georgia', 'serif', 15, 0, 0, 0],
  [DEFAULT_THEME, '#eaf4f7', '#ffffff', '#173042', '#0a84a8', '#ffffff', 'Inter', 'sans-serif', 16, 8, 1, 32],
];

const seededThemes = (): Theme[] =>
  THEMES.map(
    ([name, page, body, text, accent, onAccent, font, fontCategory, size, radius, border, padding], index) => ({
      id: seedId('theme', name),
      name,
      styles: stylesOf({ page, body, text, accent, onAccent, font, fontCategory, size, radius, border, padding }),
      isDefault: name === DEFAULT_THEME,
      ...datesOf(`theme ${name}`, index, THEMES.length),
    }),
  );

function stylesOf({
  page,
  body,
  text,
  accent,
  onAccent,
  font,
  fontCategory,
  size,
  radius,
  border,
  padding,
}: Palette): Required<z.infer<typeof ThemeStyles>> {
  return {
    backgroundColor: page,
    backgroundXPadding: padding / 2,
    backgroundYPadding: padding,
    bodyColor: body,
    bodyXPadding: padding,
    bodyYPadding: padding,
    bodyFontFamily: font,
    bodyFontCategory: fontCategory,
    borderColor: accent,
    borderWidth: border,
    borderRadius: radius,
    buttonBodyColor: accent,
    buttonBodyXPadding: size + 4,
    buttonBodyYPadding: size - 4,
    buttonBorderColor: accent,
    buttonBorderWidth: border,
    buttonBorderRadius: radius,
    buttonTextColor: onAccent,
    buttonTextFormat: BOLD,
    buttonTextFontSize: size,
    dividerColor: page,
    dividerBorderWidth: Math.max(border, 1),
    textBaseColor: text,
    textBaseFontSize: size,
    textBaseLineHeight: 150,
    textBaseLetterSpacing: 0,
    textLinkColor: accent,
    heading1Color: text,
    heading1FontSize: size * 2,
    heading1LineHeight: 120,
    heading1LetterSpacing: -0.5,
    heading2Color: text,
    heading2FontSize: size * 1.5,
    heading2LineHeight: 125,
    heading2LetterSpacing: -0.25,
    heading3Color: accent,
    heading3FontSize: size * 1.25,
    heading3LineHeight: 130,
    heading3LetterSpacing: 0,
  };
}

export const themeSection = section('themes', seededThemes);
