/** A theme as design tokens. Source: https://www.designtokens.org/tr/2025.10/format/ */
import { STYLE_GROUPS } from '../style-groups.ts';
import { type Exported, type KnownStyle, kebab } from './known-styles.ts';

const round = (share: number): number => Math.round(share * 10_000) / 10_000;

export async function toTokens({ name, styles }: Exported): Promise<string> {
  const { rgb } = await import('culori');

  const token = (style: KnownStyle): object => {
    switch (style.type) {
      case 'color': {
        const { r, g, b } = rgb(style.value) ?? { r: 0, g: 0, b: 0 };
        const components = [r, g, b].map(round);
        return { $type: 'color', $value: { colorSpace: 'srgb', components, alpha: 1, hex: style.value } };
      }
      case 'font':
        return { $type: 'fontFamily', $value: style.value };
      case 'weight':
        return { $type: 'fontWeight', $value: style.value };
      case '%':
        return { $type: 'number', $value: style.value / 100 };
      case 'px':
        return { $type: 'dimension', $value: { value: style.value, unit: 'px' } };
    }
  };

  const byName = new Map(styles.map((style) => [style.name, style]));
  const groups = STYLE_GROUPS.map(({ title, styles }) => {
    const tokens = styles.flatMap(([name]) => {
      const style = byName.get(name);
      return style === undefined ? [] : [[kebab(name), token(style)] as const];
    });
    return [title.toLowerCase().replaceAll(' ', '-'), Object.fromEntries(tokens)] as const;
  });
  return JSON.stringify({ $description: name, ...Object.fromEntries(groups) }, null, 2);
}
