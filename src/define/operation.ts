/** An operation: one API endpoint as a value, and the request for an input. */
import * as z from 'zod';
import { type RequestField, usage } from '../errors.ts';
import { type Effect, gravest, needsConfirmation } from './effect.ts';
import { isRecord } from './json.ts';
import type { NoUndo, Undo, UndoByRemoval } from './undo.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** The identity of an operation: method, and path with `{placeholders}`. */
export type Route = `${Method} /v1/${string}`;

type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

export type UndoOf = Undo<Operation> | UndoByRemoval<Operation> | NoUndo;

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  readonly route: Route;
  /** One sentence without a period. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** Sending it twice has the same effect as once, so it may be retried. True for every GET. */
  readonly repeatable: boolean;
  readonly effect: Effect;
  /** Fields that make a request graver than `effect`: `{ scheduling: 'send' }`. */
  readonly fieldEffects: Readonly<Record<string, Effect>>;
  /** Whether a person has to confirm it. */
  readonly asks: boolean;
  /** Who gets email from a request; absent where nobody does, or where a request with the effect `send` doesn't name them. */
  readonly recipients?: Recipients;
  /** What the history keeps of a change; absent for reads, and for requests that are never in it. */
  readonly undo?: UndoOf;
  /** Fields that are sent as request headers, with their names, `{ idempotencyKey: 'Idempotency-Key' }`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Fields that go into the query although the request is not a GET. */
  readonly query: readonly string[];
  /** The field whose entries become fields of the body, next to the others: `{ properties: { plan: 'pro' } }`. */
  readonly spread: string | undefined;
}

/**
 * Reads the addresses from the body of a request, which may be anything that a person typed: one address or a list of them.
 * Anything else is refused where a profile limits the recipients.
 */
export type Recipients = (body: Readonly<Record<string, unknown>>) => unknown;

export type InputOf<O extends Operation> = z.input<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;

/** A GET reads unless it declares otherwise; every other route must declare its effect. */
type DeclaredEffect<R extends Route> = R extends `GET ${string}` ? { effect?: Effect } : { effect: Effect };

/**
 * Defines an endpoint. Of `input`, the fields named by the route's placeholders go into the path; `headers` names some that go
 * into headers; the rest go into the query (GET, or named by `query`) or the JSON body, where the entries of the field `spread`
 * become fields of their own. A placeholder without a field does not compile. An endpoint that responds with 204 has the output
 * `z.null()`.
 */
export function operation<
  const R extends Route,
  Shape extends z.ZodRawShape & Readonly<Record<Placeholder<R>, z.ZodType>>,
  Output extends z.ZodType,
>(
  route: R,
  summary: string,
  spec: {
    input: Shape;
    output: Output;
    repeatable?: boolean;
    /** Default: whether its effect needs a confirmation. */
    asks?: boolean;
    recipients?: Recipients;
    undo?: UndoOf;
    headers?: Readonly<Partial<Record<keyof Shape & string, string>>>;
    query?: readonly (keyof Shape & string)[];
    spread?: keyof Shape & string;
    fieldEffects?: Readonly<Partial<Record<keyof Shape & string, Effect>>>;
  } & DeclaredEffect<R>,
): Operation<z.ZodObject<Shape>, Output> {
  return {
    route,
    summary,
    input: z.object(spec.input),
    output: spec.output,
    repeatable: spec.repeatable ?? route.startsWith('GET '),
    effect: spec.effect ?? 'read',
    fieldEffects: (spec.fieldEffects ?? {}) as Readonly<Record<string, Effect>>,
    asks: spec.asks ?? needsConfirmation(spec.effect ?? 'read'),
    ...(spec.recipients === undefined ? {} : { recipients: spec.recipients }),
    ...(spec.undo === undefined ? {} : { undo: spec.undo }),
    headers: (spec.headers ?? {}) as Readonly<Record<string, string>>,
    query: spec.query ?? [],
    spread: spec.spread,
  };
}

/** The effect of one request, which depends on the fields in its body. */
export const effectOfBody = (
  { effect, fieldEffects }: Pick<Operation, 'effect' | 'fieldEffects'>,
  body: Readonly<Record<string, unknown>> | undefined,
): Effect =>
  gravest([
    effect,
    ...Object.entries(fieldEffects).flatMap(([field, graver]) => (body?.[field] === undefined ? [] : [graver])),
  ]);

/** The same operation for a command that may send the fields of `fieldEffects`: declared with the gravest effect. */
export function withEveryField<O extends Operation>(operation: O): O {
  const effect = gravest([operation.effect, ...Object.values(operation.fieldEffects)]);
  return { ...operation, effect, asks: operation.asks || needsConfirmation(effect) };
}

/** Every list endpoint returns `{pagination, data}`, newest first. */
export const Pagination = z.looseObject({
  totalResults: z.number().int().describe('total items'),
  returnedResults: z.number().int().describe('items on this page'),
  perPage: z.number().int().describe('page size in effect'),
  totalPages: z.number().int(),
  nextCursor: z.string().nullable().describe('cursor of the next page; null on the last'),
  nextPage: z.string().nullable().describe('URL of the next page; null on the last'),
});
export type Pagination = z.infer<typeof Pagination>;

export interface Page<Item> {
  readonly pagination: Pagination;
  readonly data: readonly Item[];
}

/** Page sizes that the API accepts (its own default: 20). */
export const PAGE_SIZE = { min: 10, max: 50 } as const;

const pageInput = {
  perPage: z.number().int().min(PAGE_SIZE.min).max(PAGE_SIZE.max).optional(),
  cursor: z.string().min(1).optional(),
};

export interface ListOperation<Item extends z.ZodType = z.ZodType>
  extends Operation<z.ZodObject<typeof pageInput>, z.ZodType<Page<z.output<Item>>>> {
  readonly item: Item;
}

export type ItemOf<O extends ListOperation> = z.output<O['item']>;

/** Defines a list endpoint: the page parameters and the envelope are the same for all of them. */
export function listOperation<Item extends z.ZodType>(
  route: `GET /v1/${string}`,
  summary: string,
  item: Item,
): ListOperation<Item> {
  const output: z.ZodType<Page<z.output<Item>>> = z.looseObject({ pagination: Pagination, data: z.array(item) });
  return { ...operation(route, summary, { input: pageInput, output }), item };
}

export interface ApiRequest {
  readonly method: Method;
  /** Starts with `/v1/`. Each placeholder is filled in as exactly one encoded segment. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON body; undefined where there is none. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Headers of this request alone, by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values in the path, under the names of their fields. */
  readonly pathFields: readonly RequestField[];
}

/** The header that makes a repeated request harmless: the API accepts each key once. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Whether a request may be sent again after its response was lost: always, or because it has an idempotency key. */
export const mayRepeat = ({ repeatable, headers }: Operation, request: ApiRequest): boolean =>
  repeatable || (Object.values(headers).includes(IDEMPOTENCY_KEY) && Object.hasOwn(request.headers, IDEMPOTENCY_KEY));

export interface ApiResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; null where there is no body (204). */
  readonly body: unknown;
}

/** The request for an input. Throws a `usage` failure for a path value that cannot be one segment of a path. */
export function requestOf(operation: Operation, input: Readonly<Record<string, unknown>>): ApiRequest {
  const [method, template] = operation.route.split(' ') as [Method, string];
  const pathFields: RequestField[] = [];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = pathSegment(name, input[name]);
    pathFields.push({ name, value: String(input[name]) });
    return segment;
  });
  const inPath = new Set(pathFields.map(({ name }) => name));
  const given = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const isHeader = (name: string): boolean => Object.hasOwn(operation.headers, name);
  const headers = Object.fromEntries(
    given
      .filter(([name]) => isHeader(name))
      .map(([name, value]) => [operation.headers[name] ?? name, headerValue(name, value)]),
  );
  const rest = given.filter(([name]) => !isHeader(name));
  const isQuery = (name: string): boolean => method === 'GET' || operation.query.includes(name);
  const query = rest.filter(([name]) => isQuery(name)).map(([name, value]) => [name, String(value)] as const);
  const body = rest.filter(([name]) => !isQuery(name)).flatMap(([name, value]) => bodyFields(operation, name, value));
  return {
    method,
    path,
    headers,
    pathFields,
    query: Object.fromEntries(query),
    body: body.length === 0 ? undefined : Object.fromEntries(body),
  };
}

/** Throws a `usage` failure where an entry of the spread field has the name of another field, which it would replace. */
function bodyFields(
  { input, spread }: Operation,
  name: string,
  value: unknown,
): readonly (readonly [string, unknown])[] {
  if (name !== spread) return [[name, value]];
  const entries = Object.entries(isRecord(value) ? value : {});
  const taken = entries.find(([key]) => key !== spread && Object.hasOwn(input.shape, key));
  if (taken !== undefined) throw usage(`The field ${JSON.stringify(taken[0])} can't be set as a property.`);
  return entries;
}

/** URL parsers resolve `.` and `..` even when encoded, which would reach another endpoint; an empty one would reach the collection. */
function pathSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  if (text === '' || text === '.' || text === '..') {
    throw usage(`Invalid ID ${JSON.stringify(text)} (${name}).`, 'The list commands print IDs.');
  }
  if (!text.isWellFormed()) throw usage(`The value of ${name} is not valid Unicode.`);
  return encodeURIComponent(text);
}

/** Anything else would end the header or could not be sent at all. */
function headerValue(name: string, value: unknown): string {
  const text = String(value);
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) {
    throw usage(`The value of ${name} must be printable ASCII without spaces at its ends.`);
  }
  return text;
}
