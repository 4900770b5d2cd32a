/** Turns the arguments of `api` into a request: the method, the path below the base URL, the query and the body. */
import { isRecord } from '../../define/json.ts';
import type { ApiRequest, Method } from '../../define/operation.ts';
import { usage } from '../../errors.ts';
import { parseJson } from '../../runtime/parse-json.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Accepts lower case. Throws a `usage` failure for any other word. */
export function readMethod(text: string): Method {
  const method = METHODS.find((known) => known === text.toUpperCase());
  if (method === undefined) {
    throw usage(`Invalid value ${JSON.stringify(text)} for <method>: expected one of ${METHODS.join(', ')}.`, USAGE);
  }
  return method;
}

const USAGE = 'Example: `loopsctl api GET /v1/themes`.';

export interface Target {
  /** Starts with `/v1/`; each segment is encoded. */
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
}

/**
 * The path below the base URL. Understands a path with `/v1`, without it or with it twice, the path of the base URL in front
 * of it, and a URL below the base URL. Throws a `usage` failure for another host, and for a path that a server could read as
 * another one.
 */
export function readTarget(text: string, baseUrl: string): Target {
  const base = new URL(baseUrl);
  const { path, query } = splitQuery(/^[a-z][a-z0-9+.-]*:/i.test(text) ? belowBase(text, base) : text);
  const segments = path.replace(/^\//, '').split('/').map(readSegment);
  const prefix = base.pathname.split('/').filter((segment) => segment !== '');
  if (prefix.length > 0 && [...prefix, 'v1'].every((part, index) => segments[index] === part)) {
    segments.splice(0, prefix.length);
  }
  while (segments[0] === 'v1') segments.shift();
  if (segments.length === 0) throw usage('The path is empty.', USAGE);
  return { path: `/v1/${segments.map(encodeURIComponent).join('/')}`, query };
}

/** The rest of a URL after the base URL. The key belongs to one host, so any other is refused. */
function belowBase(text: string, base: URL): string {
  const hint = 'Pass a path such as /v1/themes, or choose another base URL with --base-url or --profile.';
  // URL parsers read a backslash as a slash.
  const url = URL.canParse(text) && !text.includes('\\') ? new URL(text) : undefined;
  if (url === undefined) throw usage(`${JSON.stringify(text)} is not a path or a URL.`, hint);
  if (url.username !== '' || url.password !== '') throw usage('The URL must not have a user name or password.', hint);
  const root = base.pathname.replace(/\/$/, '');
  if (url.origin !== base.origin || !`${url.pathname}/`.startsWith(`${root}/`)) {
    throw usage(`${url.origin}${url.pathname} is not under the base URL ${base.origin}${root}.`, hint);
  }
  // Cut from what was typed: the URL parser has resolved dot segments, which are refused.
  const rest = text.replace(/^[a-z][a-z0-9+.-]*:\/*[^/?#\\]*/i, '');
  return rest.startsWith(`${root}/`) ? rest.slice(root.length) : rest;
}

function splitQuery(text: string): { path: string; query: Map<string, string> } {
  if (text.includes('#')) throw usage('The path must not have a fragment (#).', 'Write %23 for the character.');
  const [path = '', ...rest] = text.split('?');
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rest.join('?'))) addOnce(query, name, value);
  return { path, query };
}

/** The decoded text of a segment, which is encoded again: `a b` and `a%20b` are the same. */
function readSegment(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    throw usage(
      `${JSON.stringify(segment)} in the path is not valid percent-encoding.`,
      'Write %25 for a percent sign.',
    );
  }
  // An ID that a script left empty would reach the collection, and a dot segment another endpoint.
  if (text === '') throw usage('The path has an empty segment.', 'Check for a variable that is empty.');
  if (/(^|[/\\])\.{1,2}($|[/\\])/.test(text)) {
    throw usage(`The path has the segment ${JSON.stringify(text)}.`, 'Write the path without . and .. segments.');
  }
  if (/^\{\w+\}$/.test(text)) throw usage(`The path has the placeholder ${text}.`, 'Replace it with a value.');
  if (!text.isWellFormed()) throw usage('The path is not valid Unicode.');
  return text;
}

function addOnce<Value>(fields: Map<string, Value>, name: string, value: Value): void {
  if (fields.has(name)) throw usage(`${JSON.stringify(name)} is given twice.`, 'Pass each field once.');
  fields.set(name, value);
}

/** `key=value` is text, `key:=json` any JSON. */
export function readFields(texts: readonly string[]): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const text of texts) {
    const [, name = '', operator, value = ''] = /^([^=]*?)(:?=)(.*)$/s.exec(text) ?? [];
    if (name === '') {
      throw usage(
        'Invalid value for --field: expected key=value or key:=json.',
        'Example: `-f name=Welcome -f size:=3`.',
      );
    }
    addOnce(fields, name, operator === '=' ? value : parseJson(value, `The value of ${JSON.stringify(name)}`, QUOTES));
  }
  return fields;
}

const QUOTES = 'Use key=value for text, or quote the JSON for your shell.';

export interface ApiInput {
  readonly method: Method;
  readonly target: Target;
  readonly fields: ReadonlyMap<string, unknown>;
  /** The parsed value of `--input`; undefined without it. */
  readonly body: unknown;
}

/** Fields go into the query of a GET, and into the body of any other request. */
export function apiRequest({ method, target, fields, body }: ApiInput): ApiRequest {
  const query = new Map(target.query);
  if (method === 'GET') {
    for (const [name, value] of fields) {
      addOnce(query, name, typeof value === 'string' ? value : JSON.stringify(value));
    }
  }
  const given = method === 'GET' || fields.size === 0 ? body : Object.fromEntries(fields);
  if (given !== undefined && !isRecord(given)) throw usage('The body must be a JSON object.', 'Wrap it in { }.');
  return { method, path: target.path, query: Object.fromEntries(query), body: given, headers: {}, pathFields: [] };
}
