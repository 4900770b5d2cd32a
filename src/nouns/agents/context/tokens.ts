/** How many tokens of a language model a text takes at most, without the tables of a tokenizer. */

const ENCODER = new TextEncoder();

/**
 * An estimate that is rather too high: words have four letters per token, random IDs about one and a half, and other
 * characters one token per byte. Runs of spaces count once.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z0-9]+|\s+|[^A-Za-z0-9\s]+/g)) {
    if (/^\s/.test(piece)) tokens += /\n/.test(piece) ? 1 : 0.25;
    else if (/^[A-Za-z]+$/.test(piece)) tokens += Math.ceil(piece.length / (piece.length > 16 ? 2 : 4));
    else if (/^[A-Za-z0-9]/.test(piece)) tokens += Math.ceil(piece.length / 1.5);
    else tokens += ENCODER.encode(piece).length;
  }
  return Math.ceil(tokens);
}
