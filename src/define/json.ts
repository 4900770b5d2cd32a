/** Questions about any JSON value. */

/** A record or a request, by field. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object with fields: neither null nor an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Any value as text: never throws, unlike `String` for an object that brings a `toString` of its own. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The value at `a.b.c` or undefined. In an array, a number is an index and a name is looked up in each item. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  if (isRecord(value) && Object.hasOwn(value, path)) return value[path];
  const dot = path.indexOf('.');
  return dot < 0 ? inside(value, path) : valueAt(inside(value, path.slice(0, dot)), path.slice(dot + 1));
}

function inside(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && !/^\d+$/.test(name)) return value.map((item) => inside(item, name));
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
