/** Splits a command line into words like a shell: spaces, single and double quotes, backslashes. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  const word = /((?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+)/g;
  for (const [raw] of line.matchAll(word)) {
    words.push(
      raw.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, (_, double?: string, single?: string, escaped?: string) =>
        double !== undefined ? double.replace(/\\(.)/g, '$1') : (single ?? escaped ?? ''),
      ),
    );
  }
  return words;
}
