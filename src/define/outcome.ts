/** The outcomes of requests of which some may fail. */
import type { Failure } from '../errors.ts';

/** The outcome of one item: a value or a failure. */
export type Outcome<Item, Result> = { readonly item: Item } & (
  | { readonly value: Result; readonly failure?: undefined }
  | { readonly failure: Failure; readonly value?: undefined }
);

export interface SettleOptions<Item> {
  /**
   * Items of one part fail together, and other parts do not: a failure that concerns all items of a part ends only that part,
   * and each of its remaining items gets this failure. Without it, such a failure rejects.
   */
  partOf?(item: Item): string;
}
