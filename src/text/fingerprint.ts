/** A short name for a text that must not be readable in a file name, such as an API key. */

/**
 * FNV-1a with 32 bits, as 8 hexadecimal digits: too few bits to reveal anything about a key. Two texts rarely have the same
 * fingerprint, so use it only for files whose loss does no harm. It needs no `node:crypto`, which takes milliseconds to load.
 * Source: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
 */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
