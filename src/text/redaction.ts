/** Replaces secrets in text that is printed. */

export interface Redaction {
  add(secret: string): void;
  /** The text with `****` instead of each secret, in any mixture of capital and small ASCII letters. */
  apply(text: string): string;
}

/** Shorter secrets are ordinary words, such as the key of the sandbox: redacting them would only garble the text. */
const SHORTEST_SECRET = 8;

export function createRedaction(): Redaction {
  let secrets: readonly string[] = [];
  return {
    add(secret) {
      if (secret.length < SHORTEST_SECRET) return;
      const spellings = [secret, JSON.stringify(secret).slice(1, -1)].map(smallLetters);
      // The longest first, because one secret may be part of another.
      secrets = [...new Set([...secrets, ...spellings])].sort((a, b) => b.length - a.length);
    },
    apply: (text) => secrets.reduce(replaceSecret, text),
  };
}

/** Unlike `toLowerCase` on all letters, this keeps the length. */
const smallLetters = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Searches literally: a regular expression of a large secret fails to compile. */
function replaceSecret(text: string, secret: string): string {
  const folded = smallLetters(text);
  let [shown, from] = ['', 0];
  for (let at = folded.indexOf(secret); at >= 0; at = folded.indexOf(secret, from)) {
    shown += `${text.slice(from, at)}****`;
    from = at + secret.length;
  }
  return shown + text.slice(from);
}

/** An email address, also percent-encoded, and a user ID in a query. */
const PERSONAL = /[^\s"'<>()[\]{},;:=?&/]+(?:@|%40)[^\s"'<>()[\]{},;:=?&/]+|(?<=[?&]userId=)[^\s&]+/gi;

/** The text with `****` instead of data that identifies people. */
export const hidePeople = (text: string): string => text.replace(PERSONAL, '****');
