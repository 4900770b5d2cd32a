/** The type of an image, from its first bytes: the name of a file says nothing about its content. */

interface Signature {
  readonly type: string;
  readonly matches: (bytes: Uint8Array) => boolean;
}

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

/** The types that the API accepts. */
const SIGNATURES: readonly Signature[] = [
  { type: 'image/png', matches: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', matches: (bytes) => startsWith(bytes, '\xff\xd8\xff') },
  { type: 'image/gif', matches: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a') },
  { type: 'image/webp', matches: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8) },
];

/** Undefined for bytes of any other type. */
export const imageTypeOf = (bytes: Uint8Array): string | undefined =>
  SIGNATURES.find(({ matches }) => matches(bytes))?.type;
