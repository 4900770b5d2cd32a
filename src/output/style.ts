/** Whether to use colour, and the style that follows from it. */
import type { Style } from '../define/view.ts';

/**
 * Colour is for a person at a terminal. `--no-color` beats `FORCE_COLOR`, which beats `NO_COLOR` (https://no-color.org),
 * which beats the terminal; a terminal that says it is dumb gets none.
 */
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

/** The sixteen colours that every terminal theme defines: no shade is chosen for the person. */
export async function createStyle(color: boolean): Promise<Style> {
  // Most runs of a script have no use for the package.
  return color ? new (await import('chalk')).Chalk({ level: 1 }) : WITHOUT_COLOR;
}
