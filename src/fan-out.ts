/** The same work for many items, a few at a time. */

/** As many as the service allows to begin in a second: more would only wait for each other. */
const AT_ONCE = 10;

/** Results stand in the order of the items. The first rejection ends it, and no further work is begun. */
export async function fanOut<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  onProgress: (done: number, total: number) => void,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let [next, done, failed] = [0, 0, false];
  const workOn = async (): Promise<void> => {
    while (!failed && next < items.length) {
      const index = next++;
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        failed = true;
        throw error;
      }
      done++;
      if (items.length > 1 && !failed) onProgress(done, items.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, workOn));
  return results;
}
