/** Which deliveries were seen before: by ID, the latest ones, in bounded memory. */
import { createHash } from 'node:crypto';

/** At the service's ten a second, a quarter of an hour. */
const REMEMBERED = 10_000;

/** A long ID is kept as its digest, so that memory does not depend on what is sent. */
const keyOf = (id: string): string => (id.length <= 64 ? id : createHash('sha256').update(id).digest('base64'));

export interface Repeats {
  /** What became of the first delivery with this ID; undefined when there was none. */
  find(id: string): Promise<void> | undefined;
  /** Remembers a delivery; one that fails is forgotten again, because its sender will send it again. */
  remember(id: string, kept: Promise<void>): void;
}

export function rememberRepeats(limit = REMEMBERED): Repeats {
  const seen = new Map<string, Promise<void>>();
  return {
    find: (id) => seen.get(keyOf(id)),
    remember(id, kept) {
      const key = keyOf(id);
      seen.set(key, kept);
      kept.catch(() => seen.delete(key));
      for (const oldest of seen.keys()) {
        if (seen.size <= limit) break;
        seen.delete(oldest);
      }
    },
  };
}
