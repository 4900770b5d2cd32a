/** `api` sends any request to the API, with the key, limits, retries and output formats of every other command. */
import * as z from 'zod';
import { command, firstPage } from '../../define/command.ts';
import { EFFECTS, needsConfirmation } from '../../define/effect.ts';
import { isRecord } from '../../define/json.ts';
import {
  type ApiRequest,
  type ApiResponse,
  effectOfBody,
  type Method,
  type Operation,
  withEveryField,
} from '../../define/operation.ts';
import { Failure, usage } from '../../errors.ts';
import { createEndingCheck } from '../../http/paging.ts';
import { parseJsonBytes } from '../../runtime/parse-json.ts';
import { findOperation, nearestRoute, unknownOperation } from '../operations.ts';
import type { ToolContext } from '../tool-context.ts';
import { apiRequest, readFields, readMethod, readTarget, type Target } from './request.ts';

const input = z.object({
  method: z.string().describe('GET, POST, PUT or DELETE'),
  path: z.string().describe('path such as /v1/themes, or a URL below the base URL'),
  field: z
    .array(z.string())
    .default([])
    .describe('field of the query (GET) or of the body: key=value for text, key:=json for JSON (repeatable)')
    .meta({ short: 'f', placeholder: 'key=value' }),
  input: z.string().min(1).optional().describe('file with the JSON body; - for stdin').meta({ placeholder: 'file' }),
  paginate: z.boolean().default(false).describe('fetch all pages of a list and print the items as one list'),
  include: z.boolean().default(false).describe('print an object with status, headers and body'),
});
type Input = z.output<typeof input>;

interface Prepared {
  readonly operation: Operation;
  /** The nearest known route; undefined where the request is known, null where no route is similar. */
  readonly nearest: string | null | undefined;
  readonly method: Method;
  readonly target: Target;
  readonly fields: ReadonlyMap<string, unknown>;
}

/** Everything that can be known without reading the body. Rejects with a `usage` failure. */
async function prepare(context: ToolContext, typed: Input): Promise<Prepared> {
  const method = readMethod(typed.method);
  refuseCombinations(method, typed);
  const fields = readFields(typed.field);
  const target = readTarget(typed.path, await context.baseUrl());
  const known = findOperation(method, target.path);
  return {
    operation: known === undefined ? unknownOperation(method, target.path) : asTyped(known, typed, fields),
    nearest: known === undefined ? (nearestRoute(method, target.path) ?? null) : undefined,
    method,
    target,
    fields,
  };
}

/** Without `undo`: the history would read the record first, and only what was typed is sent. */
function asTyped({ undo: _, ...known }: Operation, typed: Input, fields: Prepared['fields']): Operation {
  return withEffect(known, typed, fields);
}

/** Nothing is known of a body in a file before it is read, so every field counts. */
function withEffect(operation: Operation, { input: file }: Input, fields: ReadonlyMap<string, unknown>): Operation {
  if (file !== undefined) return withEveryField(operation);
  const effect = effectOfBody(operation, Object.fromEntries(fields));
  return { ...operation, effect, asks: operation.asks || needsConfirmation(effect) };
}

/** The operation and the complete request, with a warning where nothing is known about it. */
async function build(context: ToolContext, typed: Input): Promise<{ operation: Operation; request: ApiRequest }> {
  const { operation, nearest, method, target, fields } = await prepare(context, typed);
  const named = typed.input === '-' ? 'Standard input' : typed.input;
  const body =
    typed.input === undefined
      ? undefined
      : parseJsonBytes(await context.files.read(typed.input), named ?? '', 'Pass a JSON object.');
  const request = apiRequest({ method, target, fields, body });
  if (nearest !== undefined) {
    const suggestion = nearest === null ? '' : ` The nearest known one is ${nearest}.`;
    context.warn(`Unknown request ${method} ${request.path}.${suggestion}`);
  }
  return { operation, request };
}

/** Asks where the command for the same operation asks. */
async function question(context: ToolContext, typed: Input): Promise<string | undefined> {
  const { operation, nearest, method, target } = await prepare(context, typed);
  const { effect, asks } = operation;
  if (!asks) return undefined;
  const reason =
    nearest === undefined ? `It ${EFFECTS[effect]}.` : 'It is not a known operation, so it may delete data.';
  return `Send ${method} ${target.path}? ${reason}`;
}

function refuseCombinations(method: Method, { field, input: file, paginate, include }: Input): void {
  if (file !== undefined && method === 'GET') {
    throw usage("--input can't be combined with GET.", 'A GET request has no body. Use -f for its query.');
  }
  if (file !== undefined && field.length > 0) {
    throw usage("--input can't be combined with --field.", 'Put all fields into the file.');
  }
  if (paginate && method !== 'GET') throw usage(`--paginate can't be combined with ${method}.`, 'Only GET has pages.');
  if (paginate && include) throw usage("--paginate can't be combined with --include.", 'Pass one of them.');
}

async function send(context: ToolContext, typed: Input): Promise<unknown> {
  const { operation, request } = await build(context, typed);
  const response = await context.request(operation, request);
  return typed.include ? visible(response) : response.body;
}

/** Cookies are credentials. */
const visible = ({ status, headers, body }: ApiResponse): ApiResponse => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, /cookie|auth/.test(name) ? '****' : value]),
  ),
  body,
});

/** The items of all pages. A list without pages is its own only page. */
async function* paginate(context: ToolContext, typed: Input): AsyncGenerator<readonly unknown[]> {
  const { operation, request } = await build(context, typed);
  const name = `${request.method} ${request.path}`;
  const ending = createEndingCheck(name);
  // The largest pages take the fewest requests; only a known list is known to accept the size.
  const size: Readonly<Record<string, string>> = 'item' in operation ? { perPage: String(firstPage({}).perPage) } : {};
  let query = { ...size, ...request.query };
  for (;;) {
    const { body } = await context.request(operation, { ...request, query });
    if (Array.isArray(body)) {
      yield body;
      return;
    }
    const { items, cursor, totalPages } = readPage(body, name);
    yield items;
    if (cursor === null) return;
    ending(cursor, totalPages);
    query = { ...query, cursor };
  }
}

function readPage(body: unknown, request: string): { items: unknown[]; cursor: string | null; totalPages: unknown } {
  const { data, pagination } = isRecord(body) ? body : {};
  const { nextCursor, totalPages } = isRecord(pagination) ? pagination : {};
  if (!Array.isArray(data) || (typeof nextCursor !== 'string' && nextCursor !== null) || nextCursor === '') {
    throw new Failure('unexpected_response', 'The API response is not a page of a list.', {
      request,
      hint: 'Omit --paginate to see the response.',
    });
  }
  return { items: data, cursor: nextCursor, totalPages };
}

export const apiCommand = command({
  notes:
    'Prints the response as JSON. A path without /v1 gets it. Another host is refused, because it would receive the API key. A POST is retried only where the known operation may be repeated; a request to an unknown path is sent with a warning. Its changes are not in `loopsctl history`. --strict compares the response with the schema of a known operation. More: docs/api.md.',
  input,
  positionals: ['method', 'path'],
  output: z.unknown(),
  calls: async (context: ToolContext, typed) => [(await prepare(context, typed)).operation],
  question,
  examples: [
    { does: 'One page', line: 'api GET /v1/themes -f perPage=10' },
    { does: 'All items of a list', line: 'api GET /v1/workflows --paginate --fields id,name' },
    { does: 'A body from fields', line: 'api POST /v1/transactional-groups -f name=Receipts -f description=Payments' },
    { does: 'A body from stdin', line: 'api POST /v1/campaign-groups --input - < group.json' },
    { does: 'Status and headers', line: 'api GET /v1/api-key --include' },
  ],
  run: (context: ToolContext, typed) => (typed.paginate ? paginate(context, typed) : send(context, typed)),
  view: { kind: 'document' },
});
