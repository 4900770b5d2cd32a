/** Keys: names of records as file names that are valid and distinct on every system. */

/** In UTF-16 code units. A letter has up to three bytes per unit, and file systems allow 255 bytes. */
const MAX_LENGTH = 60;

/** Names of devices on Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** `Brightwater → 2026!` as `brightwater-2026`. Letters of every script stay; Latin ones lose their accents. */
function slug(name: string): string {
  const letters = name
    .toLowerCase()
    .normalize('NFKD')
    // Marks of Latin letters, and those that choose between a text and an emoji.
    .replace(/(\p{Script=Latin})\p{M}+|\p{Variation_Selector}/gu, '$1')
    .normalize('NFC');
  const words = letters.match(/(?:[\p{L}\p{N}]\p{M}*)+/gu) ?? [];
  let key = '';
  for (const character of words.join('-')) {
    if (key.length + character.length > MAX_LENGTH) break;
    key += character;
  }
  return key.replace(/-+$/, '');
}

/** How two keys compare on a system that ignores case and how letters are composed. */
export const keyIdentity = (key: string): string => key.normalize('NFC').toLowerCase();

/** The keys that records of a kind have. */
export class TakenKeys {
  readonly #identities: Set<string>;
  /** The last number of each key: thousands of records may have the same name. */
  readonly #numbers = new Map<string, number>();

  constructor(keys: Iterable<string> = []) {
    this.#identities = new Set([...keys].map(keyIdentity));
  }

  add(key: string): void {
    this.#identities.add(keyIdentity(key));
  }

  /** A free key for a name, which is taken from now on. `otherwise` is for a name without letters. */
  take(name: string, otherwise: string): string {
    const base = slug(name) || otherwise;
    const safe = RESERVED.test(base) ? `${base}-${otherwise}` : base;
    let key = safe;
    let number = this.#numbers.get(safe) ?? 1;
    while (this.#identities.has(keyIdentity(key))) key = `${safe}-${++number}`;
    this.#numbers.set(safe, number);
    this.add(key);
    return key;
  }
}

/** Why a file name cannot be a key; undefined for a good one. */
export function keyProblem(key: string): string | undefined {
  if (!/^[\p{L}\p{N}\p{M}._-]+$/u.test(key)) return 'a key has only letters, digits, dots, hyphens and underscores';
  if (RESERVED.test(key)) return 'this name is reserved on Windows';
  if (Buffer.byteLength(key) > 200) return 'the name is too long';
  return undefined;
}
