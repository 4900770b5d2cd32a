/** What views may know about the terminal, pipe or file that a result is printed to. */
import { textOf } from '../define/json.ts';
import type { RecordNames } from '../define/names.ts';
import type { Display, Style } from '../define/view.ts';
import type { Output } from '../runtime/runtime.ts';
import { exactTime, relativeTime } from '../text/time.ts';
import { measureFor } from '../text/width.ts';

export type Surface = Omit<Display, 'widthOf' | 'names'>;

export function createSurface(out: Output, style: Style, now: Date, paintColor?: Display['paintColor']): Surface {
  const onTerminal = (format: (timestamp: string, now: Date) => string) => (timestamp: unknown) =>
    typeof timestamp === 'string' && out.isTerminal ? format(timestamp, now) : textOf(timestamp);
  return {
    style,
    paintColor,
    width: out.isTerminal ? out.columns : undefined,
    time: onTerminal(relativeTime),
    exactTime: onTerminal(exactTime),
  };
}

export const displayFor = async (surface: Surface, text: string, names: RecordNames): Promise<Display> => ({
  ...surface,
  names,
  widthOf: await measureFor(text),
});
