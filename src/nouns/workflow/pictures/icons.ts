/** A symbol for each kind of node, in strokes, because no font has such symbols everywhere. */
import type { Kind } from './kinds.ts';

/** Paths in a square of 16 by 16. */
export const ICONS: Readonly<Record<Kind, string>> = {
  // A flash: something has happened.
  trigger: 'M9 1.5L3.5 9H8L7 14.5L12.5 7H8z',
  // A funnel.
  filter: 'M1.5 2.5H14.5L9.5 8.5V13.5L6.5 12V8.5z',
  // A clock.
  timer: 'M8 1.5A6.5 6.5 0 1 1 8 14.5A6.5 6.5 0 1 1 8 1.5M8 4.5V8L10.5 9.5',
  // An envelope.
  email:
    'M2.5 3.5H13.5A1 1 0 0 1 14.5 4.5V11.5A1 1 0 0 1 13.5 12.5H2.5A1 1 0 0 1 1.5 11.5V4.5A1 1 0 0 1 2.5 3.5zM2 4.5L8 9L14 4.5',
  // A way that parts in two.
  branch: 'M8 14.5V10.5L3 6V1.5M8 10.5L13 6V1.5M1 3.5L3 1.5L5 3.5M11 3.5L13 1.5L15 3.5',
  // A flask.
  experiment: 'M6 1.5H10M6.5 1.5V6L2 13A1 1 0 0 0 2.9 14.5H13.1A1 1 0 0 0 14 13L9.5 6V1.5M4 10.5H12',
  // One of several: a card before others.
  variant: 'M2.5 5.5H10.5V13.5H2.5zM5.5 2.5H13.5V10.5',
  // A square: stop.
  exit: 'M4 3H12A1 1 0 0 1 13 4V12A1 1 0 0 1 12 13H4A1 1 0 0 1 3 12V4A1 1 0 0 1 4 3z',
  // A question mark.
  unknown: 'M5 5A3 3 0 1 1 8 8V9.5M8 12.5V12.6',
  // A cross.
  missing: 'M3.5 3.5L12.5 12.5M12.5 3.5L3.5 12.5',
};
