/** Color: whether to use it, and the styles. */
import type { Style } from '../define/view.ts';

/** `--no-color` overrides `FORCE_COLOR`, which overrides `NO_COLOR` (https://no-color.org). */
export function wantsColor(
  isTerminal: boolean,
  env: Readonly<Record<string, string | undefined>>,
  noColor: boolean,
): boolean {
  if (noColor) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

const plain = (text: string): string => text;

const WITHOUT_COLOR: Style = {
  bold: plain,
  dim: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
  magenta: plain,
};

/** Level 1 has only the sixteen colors that every terminal theme defines. */
export async function createStyle(color: boolean): Promise<Style> {
  return color ? new (await import('chalk')).Chalk({ level: 1 }) : WITHOUT_COLOR;
}
