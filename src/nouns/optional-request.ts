/** Requests that only add to a result: where they fail, the rest of the result is shown. */
import { Failure } from '../errors.ts';

/** The run itself ends with these. */
const ENDING = ['interrupted', 'unexpected', 'usage'];

/** The value of `work`, or undefined after `explain` was called with its failure. */
export async function unlessItFails<Value>(
  work: () => Promise<Value>,
  explain: (failure: Failure) => void,
): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || ENDING.includes(error.code)) throw error;
    explain(error);
    return undefined;
  }
}
