/** The one line on a terminal that is redrawn in place: a progress bar, and what the run is waiting for. */
import type { Style } from '../define/view.ts';
import { formatNumber } from '../text/number.ts';
import { formatEstimate } from '../text/time.ts';

export interface LiveLine {
  /** `remainingMs` is the least time that is left. */
  progress(done: number, total: number, remainingMs: number, perSecond?: number): void;
  /** Undefined takes the text off the line. It must not contain control characters. */
  status(text: string | undefined): void;
  erase(): void;
  /** Erases the line and forgets the progress. */
  clear(): void;
}

export function createLiveLine(write: (text: string) => void, style: Style, columns: () => number): LiveLine {
  let progress: Progress | undefined;
  let status = '';
  let drawn = false;

  const erase = (): void => {
    if (drawn) write(ERASE_LINE);
    drawn = false;
  };

  /** On one row, however narrow the terminal: a second one could not be erased. */
  const draw = (): void => {
    const room = columns() - 1;
    const figures = progress === undefined ? '' : formatProgress(progress);
    const text = cut([figures, status].filter((part) => part !== '').join(', '), room);
    if (text === '') {
      erase();
      return;
    }
    const bar = progress !== undefined && BAR + 1 + widthOf(figures) <= room ? `${drawBar(progress, style)} ` : '';
    write(`${ERASE_LINE}${bar}${bar === '' ? text : cut(text, room - BAR - 1)}`);
    drawn = true;
  };

  return {
    progress(done, total, remainingMs, perSecond) {
      progress = { done, total, remainingMs, perSecond };
      draw();
    },
    status(text = '') {
      status = text;
      draw();
    },
    erase,
    clear() {
      progress = undefined;
      erase();
    },
  };
}

interface Progress {
  readonly done: number;
  readonly total: number;
  readonly remainingMs: number;
  readonly perSecond: number | undefined;
}

const ERASE_LINE = '\r\u001b[K';

const BAR = 24;

const SHORTEST_ESTIMATE_MS = 10_000;

function formatProgress({ done, total, remainingMs, perSecond }: Progress): string {
  const left = `${formatNumber(done)} of ${formatNumber(total)}, ${formatNumber(Math.max(0, total - done))} left`;
  const rate = perSecond === undefined ? '' : `, ${perSecond.toFixed(1)}/s`;
  return remainingMs < SHORTEST_ESTIMATE_MS ? `${left}${rate}` : `${left}${rate}, about ${formatEstimate(remainingMs)}`;
}

function drawBar({ done, total }: Progress, style: Style): string {
  const filled = total > 0 ? Math.round((Math.min(done, total) / total) * BAR) : 0;
  return `${style.cyan('█'.repeat(filled))}${style.dim('░'.repeat(BAR - filled))}`;
}

/** Two columns for everything beyond Latin letters: never too few, and unlike `text/width.ts` at once. */
const widthOf = (text: string): number =>
  [...text].reduce((width, character) => width + (character > '\u02ff' ? 2 : 1), 0);

function cut(text: string, columns: number): string {
  let kept = '';
  for (const character of text) {
    if (widthOf(kept + character) > columns) return kept;
    kept += character;
  }
  return kept;
}
