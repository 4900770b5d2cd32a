/** A theme for Tailwind CSS 4. Source: https://tailwindcss.com/docs/theme#theme-variable-namespaces */
import { cssFont, type Exported, inComment, type KnownStyle, kebab } from './known-styles.ts';

/** `buttonBodyColor` as `email-button-body`. */
const nameWithout = (name: string, suffix: RegExp): string => `email-${kebab(name.replace(suffix, ''))}`;

/** Tailwind has no theme variables for the width of borders, nor for a single font weight. */
function variable(style: KnownStyle): string | undefined {
  const { name } = style;
  switch (style.type) {
    case 'color':
      return `--color-${nameWithout(name, /Color$/)}: ${style.value}`;
    case 'font':
      return `--font-email: ${cssFont(style.value)}`;
    case '%':
      return `--text-${nameWithout(name, /LineHeight$/)}--line-height: ${style.value / 100}`;
    case 'weight':
      return undefined;
    case 'px':
      if (/FontSize$/.test(name)) return `--text-${nameWithout(name, /FontSize$/)}: ${style.value}px`;
      if (/LetterSpacing$/.test(name)) {
        return `--text-${nameWithout(name, /LetterSpacing$/)}--letter-spacing: ${style.value}px`;
      }
      if (/Radius$/.test(name)) return `--radius-${nameWithout(name, /(Border)?Radius$/)}: ${style.value}px`;
      return /Padding$/.test(name) ? `--spacing-${nameWithout(name, /Padding$/)}: ${style.value}px` : undefined;
  }
}

export const toTailwind = ({ name, styles }: Exported): string =>
  [
    `/* ${inComment(name)} */`,
    '@theme {',
    ...styles.flatMap((style) => {
      const line = variable(style);
      return line === undefined ? [] : [`  ${line};`];
    }),
    '}',
  ].join('\n');
