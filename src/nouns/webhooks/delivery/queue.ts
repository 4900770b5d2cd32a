/** A bounded queue between events and their reader. It never waits for the reader. */

export interface Queue<Item> {
  /** Adds an item, or drops it if the queue is full. */
  push(item: Item): void;
  /** Ends `batches` after the waiting items. Later items are ignored. */
  end(): void;
  readonly dropped: number;
  /** All waiting items, one batch at a time. For a single reader. */
  batches(): AsyncIterable<readonly Item[]>;
}

export function createQueue<Item>(limit: number): Queue<Item> {
  let waiting: Item[] = [];
  let ended = false;
  let dropped = 0;
  let wake = (): void => undefined;
  return {
    get dropped() {
      return dropped;
    },
    push(item) {
      if (ended) return;
      if (waiting.length >= limit) dropped++;
      else waiting.push(item);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *batches() {
      while (true) {
        if (waiting.length > 0) {
          const batch = waiting;
          waiting = [];
          yield batch;
        } else if (ended) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
