/** Finds the lines of nodes in a saved workflow, for annotations of a file. */

const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;

/** The position after the string that starts at a quote. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The lines of the first fields with these names, counted from 1. Takes valid JSON, and reads it once. */
export function linesOf(json: string, names: Iterable<string>): ReadonlyMap<string, number> {
  const wanted = new Map([...names].map((name) => [JSON.stringify(name), name]));
  const lines = new Map<string, number>();
  let line = 1;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === NEWLINE) line++;
    if (code !== QUOTE) continue;
    const end = endOfString(json, at);
    if (/^\s*:/.test(json.slice(end, end + 10))) {
      const name = wanted.get(json.slice(at, end));
      if (name !== undefined && !lines.has(name)) lines.set(name, line);
    }
    at = end - 1;
  }
  return lines;
}
