/** The attributes of Style: the 39 styles of a theme, and the ID of the theme. */
import { type AttributeRule, type AttributeRules, choice, guessed, text } from './attributes.ts';

const automatic = (does: string): AttributeRule => ({ type: { kind: 'color', mayBeEmpty: true }, does });
const fontSize = (of: string) => guessed(of === 'buttons' ? 6 : 12, 64, `Font size of ${of}`);

const textStyles = (prefix: string, of: string): AttributeRules => ({
  [`${prefix}Color`]: automatic(`Color of ${of}`),
  [`${prefix}FontSize`]: fontSize(of),
  [`${prefix}LineHeight`]: guessed(100, 300, `Line height of ${of}`, 'percent'),
  [`${prefix}LetterSpacing`]: guessed(-20, 20, `Letter spacing of ${of}`, 'number'),
});

const FONT_CATEGORIES = ['ui-sans-serif', 'ui-serif', 'ui-monospace', 'sans-serif', 'serif', 'monospace'] as const;

const THEME_STYLES: AttributeRules = {
  backgroundColor: automatic('Background around the body'),
  backgroundXPadding: guessed(0, 999, 'Space at the left and right of the body'),
  backgroundYPadding: guessed(0, 999, 'Space above and below the body'),
  bodyColor: automatic('Background of the body'),
  bodyXPadding: guessed(0, 999, 'Space inside the body at the left and right'),
  bodyYPadding: guessed(0, 999, 'Space inside the body above and below'),
  bodyFontFamily: { type: { kind: 'font' }, does: 'Font of all text, or Default' },
  bodyFontCategory: choice('Fonts where the family is missing', ...FONT_CATEGORIES),
  borderColor: automatic('Border of the body'),
  borderWidth: guessed(0, 999, 'Width of the border of the body'),
  borderRadius: guessed(0, 999, 'Radius of the corners of the body'),
  buttonBodyColor: automatic('Background of buttons'),
  buttonBodyXPadding: guessed(0, 999, 'Space inside buttons at the left and right'),
  buttonBodyYPadding: guessed(0, 999, 'Space inside buttons above and below'),
  buttonBorderColor: automatic('Border of buttons'),
  buttonBorderWidth: guessed(0, 999, 'Width of the border of buttons'),
  buttonBorderRadius: guessed(0, 999, 'Radius of the corners of buttons'),
  buttonTextColor: automatic('Color of the text of buttons'),
  buttonTextFormat: guessed(0, 15, 'Emphasis of the text of buttons as a bit mask: 1 is bold', 'number'),
  buttonTextFontSize: fontSize('buttons'),
  dividerColor: automatic('Color of dividers'),
  dividerBorderWidth: guessed(1, 16, 'Thickness of dividers'),
  ...textStyles('textBase', 'text'),
  textLinkColor: automatic('Color of links'),
  ...textStyles('heading1', 'H1'),
  ...textStyles('heading2', 'H2'),
  ...textStyles('heading3', 'H3'),
};

export const STYLE_ATTRIBUTES: AttributeRules = { themeId: text('ID of a theme'), ...THEME_STYLES };

/** The value of a style that neither the document nor a theme sets. */
export const STYLE_DEFAULTS: Readonly<Record<string, string>> = {
  backgroundColor: '',
  backgroundXPadding: '0',
  backgroundYPadding: '0',
  bodyColor: '',
  bodyXPadding: '0',
  bodyYPadding: '0',
  bodyFontFamily: 'Default',
  bodyFontCategory: 'sans-serif',
  borderColor: '',
  borderWidth: '0',
  borderRadius: '4',
  buttonBodyColor: '',
  buttonBodyXPadding: '16',
  buttonBodyYPadding: '12',
  buttonBorderColor: '',
  buttonBorderWidth: '0',
  buttonBorderRadius: '4',
  buttonTextColor: '',
  buttonTextFormat: '0',
  buttonTextFontSize: '16',
  dividerColor: '',
  dividerBorderWidth: '1',
  textBaseColor: '',
  textBaseFontSize: '14',
  textBaseLineHeight: '150',
  textBaseLetterSpacing: '0',
  textLinkColor: '',
  heading1Color: '',
  heading1FontSize: '28',
  heading1LineHeight: '125',
  heading1LetterSpacing: '0',
  heading2Color: '',
  heading2FontSize: '24',
  heading2LineHeight: '125',
  heading2LetterSpacing: '0',
  heading3Color: '',
  heading3FontSize: '20',
  heading3LineHeight: '125',
  heading3LetterSpacing: '0',
};

/** A family that Loops has rejected. */
export const REJECTED_FONTS: readonly string[] = ['Helvetica'];

/** Families that are likely supported: the list of Loops is not published. */
export const LIKELY_FONTS: readonly string[] = [
  'Default',
  'DM Sans',
  'Fira Sans',
  'IBM Plex Sans',
  'Inter',
  'JetBrains Mono',
  'Lato',
  'Lora',
  'Manrope',
  'Merriweather',
  'Montserrat',
  'Noto Sans',
  'Noto Sans JP',
  'Noto Serif',
  'Nunito',
  'Open Sans',
  'Oswald',
  'Playfair Display',
  'Poppins',
  'PT Sans',
  'PT Serif',
  'Raleway',
  'Roboto',
  'Roboto Mono',
  'Rubik',
  'Source Sans 3',
  'Space Grotesk',
  'Ubuntu',
  'Work Sans',
];
