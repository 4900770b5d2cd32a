/** Colors and their contrast. */

type Channels = readonly [red: number, green: number, blue: number];

const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** With six digits in lower case; undefined if it is no color. */
export function sixDigits(color: string): string | undefined {
  if (!COLOR.test(color)) return undefined;
  const digits = color.slice(1).toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

function channelsOf(color: string): Channels | undefined {
  if (!COLOR.test(color)) return undefined;
  const value = Number.parseInt(color.slice(1), 16);
  return color.length === 7
    ? [value >> 16, (value >> 8) & 255, value & 255]
    : [(value >> 8) * 17, ((value >> 4) & 15) * 17, (value & 15) * 17];
}

/** The light of each channel. Source: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const LINEAR = Array.from({ length: 256 }, (_, channel) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const linear = (channel: number): number => LINEAR[channel] ?? 0;

const luminanceOf = ([red, green, blue]: Channels): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** From 1 (the same) to 21 (black on white); undefined if one is no color. */
export type ContrastOf = (one: string, other: string) => number | undefined;

/** Compares colors, and computes the luminance of each only once. */
export function contrasts(): ContrastOf {
  const known = new Map<string, number>();
  const luminance = (color: string): number => {
    let light = known.get(color);
    if (light === undefined) {
      const channels = channelsOf(color);
      light = channels === undefined ? Number.NaN : luminanceOf(channels);
      known.set(color, light);
    }
    return light;
  };
  return (one, other) => {
    const [a, b] = [luminance(one), luminance(other)];
    return Number.isNaN(a + b) ? undefined : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
}

export const contrastOf: ContrastOf = (one, other) => contrasts()(one, other);

/** Whether a color is dark or has a hue. */
export function isVivid(color: string): boolean {
  const channels = channelsOf(color);
  if (channels === undefined) return false;
  return Math.max(...channels) - Math.min(...channels) > 40 || luminanceOf(channels) < 0.4;
}
