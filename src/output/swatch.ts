/** Exact colors on terminals that have more than the sixteen of a theme. */
import { wantsColor } from './style.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Paints a text in a hex color. */
export type PaintColor = (hex: string, text: string) => string;

/** 3: true color, 2: 256 colors, 0: neither. The order is that of https://force-color.org and of COLORTERM. */
export function colorLevel(env: Environment): 0 | 2 | 3 {
  const forced = env['FORCE_COLOR'];
  if (forced === '3') return 3;
  if (forced === '2') return 2;
  if (/^(truecolor|24bit)$/i.test(env['COLORTERM'] ?? '') || env['WT_SESSION'] !== undefined) return 3;
  const terminal = env['TERM'] ?? '';
  if (terminal.endsWith('-direct')) return 3;
  return terminal.endsWith('-256color') ? 2 : 0;
}

/** Undefined where the output shows no such colors. */
export async function createPaint(
  isTerminal: boolean,
  env: Environment,
  noColor: boolean,
): Promise<PaintColor | undefined> {
  const level = colorLevel(env);
  if (level === 0 || !wantsColor(isTerminal, env, noColor)) return undefined;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level });
  return (hex, text) => chalk.hex(hex)(text);
}
