/** Remembers the IDs of the latest deliveries, in bounded memory. */
import { createHash } from 'node:crypto';

/** A quarter of an hour at ten deliveries per second. */
const MAX_IDS = 10_000;

/** Long IDs are stored as digests, so that memory is bounded. */
const keyOf = (id: string): string => (id.length <= 64 ? id : createHash('sha256').update(id).digest('base64'));

export interface Repeats {
  /** The recording of the first delivery with this ID; undefined if there is none. */
  find(id: string): Promise<void> | undefined;
  /** Remembers a delivery. A failed one is removed, because the sender will retry. */
  remember(id: string, recorded: Promise<void>): void;
}

export function rememberRepeats(limit = MAX_IDS): Repeats {
  const seen = new Map<string, Promise<void>>();
  return {
    find: (id) => seen.get(keyOf(id)),
    remember(id, recorded) {
      const key = keyOf(id);
      seen.set(key, recorded);
      recorded.catch(() => seen.delete(key));
      for (const oldest of seen.keys()) {
        if (seen.size <= limit) break;
        seen.delete(oldest);
      }
    },
  };
}
