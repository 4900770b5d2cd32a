/** Splits an unfinished line of a shell into words: spaces, quotes and backslashes, without expanding anything. */

export interface ShellWords {
  /** Without quotes; the last one ends at the end of the line, and may be empty. */
  readonly words: readonly string[];
  /** Where, in the last word, the part begins that readline replaces: after a break character or an open quote. */
  readonly breakAt: number;
}

/** `breaks` are the characters at which readline splits a word further, as in COMP_WORDBREAKS. */
export function shellWords(line: string, breaks = ''): ShellWords {
  const words: string[] = [];
  let word = '';
  let inWord = false;
  let breakAt = 0;
  let quote = '';
  const add = (character: string): void => {
    word += character;
    inWord = true;
  };
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    const escapes = character === '\\' && (quote === '' || (quote === '"' && /["\\$`]/.test(line.charAt(index + 1))));
    if (escapes) {
      index++;
      add(line.charAt(index));
    } else if (character === quote) {
      quote = '';
    } else if (quote !== '') {
      add(character);
    } else if (character === '"' || character === "'") {
      quote = character;
      inWord = true;
      breakAt = word.length;
    } else if (/\s/.test(character)) {
      if (inWord) words.push(word);
      [word, inWord, breakAt] = ['', false, 0];
    } else {
      add(character);
      if (breaks.includes(character)) breakAt = word.length;
    }
  }
  return { words: [...words, word], breakAt };
}
