/** A theme as custom properties of CSS. */
import { cssFont, type Exported, inComment, type KnownStyle, kebab } from './known-styles.ts';

function valueOfProperty(style: KnownStyle): string {
  switch (style.type) {
    case 'color':
      return style.value;
    case 'font':
      return cssFont(style.value);
    case '%':
      return String(style.value / 100);
    case 'px':
      return `${style.value}px`;
    case 'weight':
      return String(style.value);
  }
}

export const toCss = ({ name, styles }: Exported): string =>
  [
    `/* ${inComment(name)} */`,
    ':root {',
    ...styles.map((style) => `  --email-${kebab(style.name)}: ${valueOfProperty(style)};`),
    '}',
  ].join('\n');
