/** Which addresses a link may have. */

const SCHEME = /^([a-z][a-z0-9+.-]{0,30}):/i;
export const ALLOWED_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel'];

/** Browsers skip white space and control characters in a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to skip
const SKIPPED = /[\u0000-\u0020]/g;

export const schemeOf = (address: string): string | undefined =>
  SCHEME.exec(address.slice(0, 200).replace(SKIPPED, ''))?.[1]?.toLowerCase();

export const isSafeLink = (address: string): boolean => ALLOWED_SCHEMES.includes(schemeOf(address) ?? '');
