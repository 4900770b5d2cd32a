/** A queue between what happens and whoever reads of it: never waits for the reader, and never grows without end. */

export interface Feed<Item> {
  /** Adds an item, or leaves it out when too many wait already. */
  push(item: Item): void;
  /** Ends the reading once all that waits was read; what is pushed later is not. */
  end(): void;
  /** How many were left out. */
  readonly leftOut: number;
  /** All that waits, as one batch at a time. For one reader. */
  batches(): AsyncIterable<readonly Item[]>;
}

export function createFeed<Item>(limit: number): Feed<Item> {
  let waiting: Item[] = [];
  let ended = false;
  let leftOut = 0;
  let wake = (): void => undefined;
  return {
    get leftOut() {
      return leftOut;
    },
    push(item) {
      if (ended) return;
      if (waiting.length >= limit) leftOut++;
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
