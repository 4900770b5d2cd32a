/** Characters that XML does not allow, and those that make a value differ from how it is written. */
import type { Problem } from './tree.ts';

const AMPERSAND = 38;
const LESS_THAN = 60;
const SPACE = 32;

/** Characters that XML cannot express: most controls, U+FFFE, U+FFFF and halves of surrogate pairs. */
const NOT_IN_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Finds out sooner that there are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const SUSPICIOUS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

/** The characters of a text that XML does not allow. */
export function characterProblems(text: string): readonly Problem[] {
  if (!SUSPICIOUS.test(text)) return [];
  return Array.from(text.matchAll(NOT_IN_XML), (match) => {
    const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const message = `XML does not allow the character U+${code}.`;
    return { start: match.index, end: match.index + 1, message };
  });
}

/** Whether a value is as it is written: without references, tags and line breaks. */
export function isPlain(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code < SPACE || code === AMPERSAND || code === LESS_THAN) return false;
  }
  return true;
}

/** XML reads a line break in a value as a space. */
export const flattened = (value: string): string =>
  /[\t\r\n]/.test(value) ? value.replace(/\r\n|[\t\r\n]/g, ' ') : value;
