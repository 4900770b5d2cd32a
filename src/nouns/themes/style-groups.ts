/** The 39 styles of a theme in groups, with their units. */

export type Unit = 'color' | 'px' | '%' | 'text' | 'bits';

export interface StyleGroup {
  readonly title: string;
  readonly styles: readonly (readonly [name: string, unit: Unit])[];
}

const heading = (prefix: string): StyleGroup['styles'] => [
  [`${prefix}Color`, 'color'],
  [`${prefix}FontSize`, 'px'],
  [`${prefix}LineHeight`, '%'],
  [`${prefix}LetterSpacing`, 'px'],
];

/** Source of the units: the attributes of `Style` in LMX. */
export const STYLE_GROUPS: readonly StyleGroup[] = [
  {
    title: 'Page',
    styles: [
      ['backgroundColor', 'color'],
      ['backgroundXPadding', 'px'],
      ['backgroundYPadding', 'px'],
    ],
  },
  {
    title: 'Body',
    styles: [
      ['bodyColor', 'color'],
      ['bodyXPadding', 'px'],
      ['bodyYPadding', 'px'],
      ['bodyFontFamily', 'text'],
      ['bodyFontCategory', 'text'],
    ],
  },
  {
    title: 'Border of the body',
    styles: [
      ['borderColor', 'color'],
      ['borderWidth', 'px'],
      ['borderRadius', 'px'],
    ],
  },
  { title: 'Text', styles: heading('textBase') },
  { title: 'Links', styles: [['textLinkColor', 'color']] },
  { title: 'Headings', styles: [...heading('heading1'), ...heading('heading2'), ...heading('heading3')] },
  {
    title: 'Buttons',
    styles: [
      ['buttonBodyColor', 'color'],
      ['buttonBodyXPadding', 'px'],
      ['buttonBodyYPadding', 'px'],
      ['buttonBorderColor', 'color'],
      ['buttonBorderWidth', 'px'],
      ['buttonBorderRadius', 'px'],
      ['buttonTextColor', 'color'],
      ['buttonTextFormat', 'bits'],
      ['buttonTextFontSize', 'px'],
    ],
  },
  {
    title: 'Dividers',
    styles: [
      ['dividerColor', 'color'],
      ['dividerBorderWidth', 'px'],
    ],
  },
];

export const STYLES = STYLE_GROUPS.flatMap(({ styles }) => styles);

const UNITS = new Map(STYLES);

export const unitOf = (style: string): Unit | undefined => UNITS.get(style);
