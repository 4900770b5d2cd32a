/** Recipients: who gets email from a request, and the addresses that a profile limits it to. */

/** The setting that limits who may get email. */
export interface AllowedRecipients {
  /** `Profile "ci"`. */
  readonly source: string;
  /** `*@acme.com`, `qa@acme.com`. */
  readonly patterns: readonly string[];
}

/**
 * One plain address. Quotes, lists, comments and display names are not: a mail server could read another address in them than
 * the pattern was compared with.
 */
const ADDRESS = /^[^\s@,;:<>()[\]\\"\p{C}]+@[^\s@,;:<>()[\]\\"\p{C}]+$/u;

/** A star matches any text on its own side of the @. */
const isPattern = (text: string): boolean => ADDRESS.test(text);

/** The first text that is not a pattern, such as `acme.com`; undefined where all are. */
export const invalidPattern = (patterns: readonly string[]): string | undefined =>
  patterns.find((pattern) => !isPattern(pattern));

/** Whether a value is one address that a pattern allows. False for anything that is not a plain address. */
export const isAllowed = (address: unknown, patterns: readonly string[]): boolean =>
  typeof address === 'string' && ADDRESS.test(address) && patterns.some((pattern) => matches(address, pattern));

function matches(address: string, pattern: string): boolean {
  const [local = '', domain = ''] = asciiLower(address).split('@');
  const [localPattern, domainPattern, ...others] = asciiLower(pattern).split('@');
  if (localPattern === undefined || domainPattern === undefined || others.length > 0) return false;
  return matchesPart(local, localPattern) && matchesPart(domain, domainPattern);
}

/** Compares from both ends instead of with a regular expression, whose time could explode with the number of stars. */
function matchesPart(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let middle = text.slice(first.length, text.length - last.length);
  for (const part of rest) {
    const at = middle.indexOf(part);
    if (at === -1) return false;
    middle = middle.slice(at + part.length);
  }
  return true;
}

/** Other letters keep their case: some of them would become ASCII letters. */
const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
