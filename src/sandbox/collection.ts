/** The routes of a collection: list, show, and where the service has them create and update. */
import type * as z from 'zod';
import type { Account, Section } from './account.ts';
import { type Answer, type Call, findOrRefuse, type Handler, type Handlers, ok, type Service } from './handler.ts';
import { answerPage } from './paging.ts';
import { parseBody } from './request-body.ts';
import { timestampAfter } from './timestamps.ts';

/** What every item shows. */
export interface ItemRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface Create<Item, Body extends z.ZodType> {
  readonly body: Body;
  readonly status?: Answer['status'];
  /** Throws a `Refusal` if it cannot be created. `createdAt` is later than that of every other item. */
  readonly make: (fields: z.output<Body>, context: { account: Account; service: Service; createdAt: string }) => Item;
}

interface Update<Item, Body extends z.ZodType> {
  readonly body: Body;
  readonly change: (item: Item, fields: z.output<Body>, account: Account) => void;
}

interface CollectionOptions<Item, Creation extends z.ZodType, Change extends z.ZodType> {
  readonly section: Section<Item[]>;
  /** The noun in "Theme not found." */
  readonly noun: string;
  /** The name of the placeholder (default: `id`). */
  readonly placeholder?: string;
  /** The part of an item that has its ID and dates. */
  readonly recordOf: (item: Item) => ItemRecord;
  /** What the service shows of an item (default: its record). */
  readonly show?: (item: Item) => unknown;
  /** What a list shows of an item (default: the same). */
  readonly summarize?: (item: Item) => unknown;
  readonly create?: Create<Item, Creation>;
  readonly update?: Update<Item, Change>;
}

export interface Collection<Item> {
  readonly handlers: Handlers;
  /** The item that a call addresses. Throws a 404 `Refusal` if there is none. */
  readonly find: (account: Account, call: Call) => Item;
  /** Applies a change to the item that a call addresses, sets its `updatedAt`, and answers with it. */
  readonly change: (call: Call, edit: (item: Item, account: Account) => void) => Promise<Answer>;
}

/** `path` is the last part of the address, such as `themes` for `/v1/themes`. */
export function collection<Item, Creation extends z.ZodType = z.ZodType, Change extends z.ZodType = z.ZodType>(
  path: string,
  options: CollectionOptions<Item, Creation, Change>,
): Collection<Item> {
  const { section, noun, placeholder = 'id', recordOf, create, update } = options;
  const { show = recordOf, summarize = show } = options;
  const idOf = (item: Item) => recordOf(item).id;

  const find = (account: Account, call: Call): Item =>
    findOrRefuse(
      section.of(account).find((item) => idOf(item) === call.parameter(placeholder)),
      noun,
    );

  const change = async (call: Call, edit: (item: Item, account: Account) => void): Promise<Answer> => {
    const { store, now } = call.service;
    const shown = await store.update((account) => {
      const item = find(account, call);
      edit(item, account);
      const record = recordOf(item);
      Object.assign(record, { updatedAt: timestampAfter(now(), record.updatedAt) });
      return show(item);
    });
    return ok(shown);
  };

  const itemPath = `/v1/${path}/{${placeholder}}`;
  const handlers: { [route: string]: Handler } = {
    [`GET /v1/${path}`]: async (call) => {
      const items = section.of(await call.service.store.read());
      return answerPage(call, { collection: path, items, idOf, show: summarize });
    },
    [`GET ${itemPath}`]: async (call) => ok(show(find(await call.service.store.read(), call))),
  };
  if (create !== undefined) {
    handlers[`POST /v1/${path}`] = async ({ body, service }) => {
      const fields = parseBody(create.body, body);
      const shown = await service.store.update((account) => {
        const items = section.of(account);
        const [newest] = items;
        const createdAt = timestampAfter(service.now(), newest === undefined ? undefined : recordOf(newest).createdAt);
        const item = create.make(fields, { account, service, createdAt });
        items.unshift(item);
        return show(item);
      });
      return { status: create.status ?? 200, body: shown };
    };
  }
  if (update !== undefined) {
    handlers[`POST ${itemPath}`] = (call) =>
      change(call, (item, account) => update.change(item, parseBody(update.body, call.body), account));
  }
  return { handlers, find, change };
}
