/** Splits a collection into pages. The cursor holds the ID of the last item seen, so that new items do not shift the pages. */
import { type Answer, type Call, ok, Refusal } from './handler.ts';

const PER_PAGE = { min: 10, max: 50, default: 20 };

interface Page<Item> {
  /** Part of each cursor, so that a cursor of one list is not valid in another. */
  readonly collection: string;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly show: (item: Item) => unknown;
}

/** The page for `perPage` and `cursor` of the call, with its pagination object. Throws a 400 `Refusal` if they are not valid. */
export function answerPage<Item>(call: Call, { collection, items, idOf, show }: Page<Item>): Answer {
  const perPage = parsePerPage(call.url.searchParams.get('perPage'));
  const cursor = call.url.searchParams.get('cursor');
  const start = cursor === null ? 0 : positionAfter(cursor, collection, items.map(idOf));
  const shown = items.slice(start, start + perPage);
  const last = shown.at(-1);
  const nextCursor = last !== undefined && start + perPage < items.length ? encodeCursor(collection, idOf(last)) : null;
  const pagination = {
    totalResults: items.length,
    returnedResults: shown.length,
    perPage,
    totalPages: Math.ceil(items.length / perPage),
    nextCursor,
    nextPage: nextCursor === null ? null : pageUrl(call.url, nextCursor, perPage),
  };
  return ok({ pagination, data: shown.map(show) });
}

function parsePerPage(given: string | null): number {
  if (given === null) return PER_PAGE.default;
  const perPage = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (perPage >= PER_PAGE.min && perPage <= PER_PAGE.max) return perPage;
  throw new Refusal(400, `perPage must be an integer between ${PER_PAGE.min} and ${PER_PAGE.max}.`);
}

const encodeCursor = (collection: string, id: string): string =>
  Buffer.from(`${collection}:${id}`).toString('base64url');

/** The index of the first item after the cursor's. No item of these collections is ever deleted, so an unknown ID means an invalid cursor. */
function positionAfter(cursor: string, collection: string, ids: readonly string[]): number {
  const [, id = ''] = Buffer.from(cursor, 'base64url').toString().split(':');
  const position = encodeCursor(collection, id) === cursor ? ids.indexOf(id) : -1;
  if (position === -1) throw new Refusal(400, 'Invalid cursor.');
  return position + 1;
}

function pageUrl(url: URL, cursor: string, perPage: number): string {
  return `${url.origin}${url.pathname}?${new URLSearchParams({ cursor, perPage: String(perPage) })}`;
}
