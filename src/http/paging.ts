/** Ends the pages of a list that would never end. */
import { Failure } from '../errors.ts';

/** Throws when a list cannot end: a cursor that came before, or many times the announced number of pages. */
export function createEndingCheck(request: string): (cursor: string, announcedPages: unknown) => void {
  const seen = new Set<string>();
  let most = 0;
  return (cursor, announcedPages) => {
    most = Math.max(most, typeof announcedPages === 'number' ? announcedPages : 0);
    // Items may be added during the run, but not ten times as many as there were.
    if (!seen.has(cursor) && seen.size < 10 * most + 100) {
      seen.add(cursor);
      return;
    }
    throw new Failure('unexpected_response', 'Pagination did not terminate.', {
      request,
      hint: 'Request fewer items with --limit, and report this to Loops.',
    });
  };
}
