/** Numbers for people. */

/** `4,902`. Most numbers need no separators, and the formatter that knows them takes long to load. */
export const tellNumber = (number: number): string =>
  Math.abs(number) < 1_000 ? String(number) : number.toLocaleString('en-US');
