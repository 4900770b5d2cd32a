/** Cuts a collection into pages by key: the cursor names the last item seen, so that new items shift nothing. */
import { type Answer, type Call, ok, Refusal } from './handler.ts';

const PER_PAGE = { least: 10, most: 50, usual: 20 };

interface Page<Item> {
  /** The collection's name, kept in its cursors: those of one list mean nothing to another. */
  collection: string;
  /** Newest first. */
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** What the service shows of an item. */
  show: (item: Item) => unknown;
}

/** The page that `perPage` and `cursor` of the call ask for, in its envelope. Throws a 400 `Refusal` for bad ones. */
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
  if (given === null) return PER_PAGE.usual;
  const perPage = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (perPage >= PER_PAGE.least && perPage <= PER_PAGE.most) return perPage;
  throw new Refusal(400, `perPage must be an integer between ${PER_PAGE.least} and ${PER_PAGE.most}.`);
}

const encodeCursor = (collection: string, id: string): string =>
  Buffer.from(`${collection}:${id}`).toString('base64url');

/** Where the page after the cursor's item begins. Nothing is ever deleted, so an unknown item means a made-up cursor. */
function positionAfter(cursor: string, collection: string, ids: readonly string[]): number {
  const [, id = ''] = Buffer.from(cursor, 'base64url').toString().split(':');
  const position = encodeCursor(collection, id) === cursor ? ids.indexOf(id) : -1;
  if (position === -1) throw new Refusal(400, 'Invalid cursor.');
  return position + 1;
}

function pageUrl(url: URL, cursor: string, perPage: number): string {
  return `${url.origin}${url.pathname}?${new URLSearchParams({ cursor, perPage: String(perPage) })}`;
}
