/** Colors for JSON on a terminal: the text stays the same. */
import type { Style } from '../define/view.ts';

const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(:?)|(-?\d[\d.eE+-]*)|(true|false|null)/g;

/** Takes JSON from `JSON.stringify`, where the colon of a key follows it directly. */
export const jsonPainter =
  ({ cyan, green, yellow, magenta }: Style) =>
  (json: string): string =>
    json.replace(TOKEN, (token, text?: string, colon?: string, number?: string) => {
      if (text !== undefined) return colon === ':' ? `${cyan(text)}:` : green(text);
      return number === undefined ? magenta(token) : yellow(token);
    });
