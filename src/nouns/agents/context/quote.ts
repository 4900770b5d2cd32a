/** Text from the account inside a document for a language model: quoted, on one line, without markup or email addresses. */

const LONGEST = 80;
const EMAIL = /[^\s"'<>()[\]{},;:]+@[^\s"'<>()[\]{},;:]+/g;
/** Control and format characters, line separators, and what starts markup. */
const ACTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>`]/gu;

const escaped = (character: string): string => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Without email addresses, and at most 80 characters. */
export function withoutPeople(value: unknown): string {
  const text = typeof value === 'string' ? value : String(value ?? '');
  const short = [...text.replace(EMAIL, '[email address]').toWellFormed()];
  return short.length <= LONGEST ? short.join('') : `${short.slice(0, LONGEST - 1).join('')}…`;
}

export const quote = (text: string): string => JSON.stringify(text).replace(ACTIVE, escaped);
