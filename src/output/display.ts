/** What views are told of the place where they will be printed. */
import { textOf } from '../define/json.ts';
import type { Paper, Style } from '../define/view.ts';
import type { Output } from '../runtime/runtime.ts';
import { relativeTime } from '../text/time.ts';

export const createPaper = (out: Output, style: Style, now: Date): Paper => ({
  style,
  width: out.isTerminal ? out.columns : undefined,
  time: (timestamp) => {
    if (typeof timestamp !== 'string') return textOf(timestamp);
    return out.isTerminal ? relativeTime(timestamp, now) : timestamp;
  },
});
