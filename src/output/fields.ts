/** `--fields a,b.c`: the part of a value that was asked for. */
import type * as z from 'zod';
import { isRecord } from '../define/json.ts';
import { hasPath, topFields } from '../define/schema.ts';
import { usage } from '../errors.ts';

/** Splits and checks the list of paths. Throws a `usage` failure for a field that values of the schema do not have. */
export function parseFields(list: string, schema: z.ZodType): readonly string[] {
  const paths = list.split(',').map((path) => path.trim());
  for (const path of paths) {
    if (path === '' || path.split('.').includes('') || !hasPath(schema, path.split('.'))) {
      const known = topFields(schema);
      throw usage(
        `There is no field ${JSON.stringify(path)} in this result.`,
        known.length === 0 ? 'Leave --fields out.' : `Its fields are ${known.join(', ')}.`,
      );
    }
  }
  return paths;
}

/** The value with only these paths, at the places where they stood; a path that it does not have is left out. */
export function pick(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, paths));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    [...byHead(paths)].flatMap(([head, rests]) => {
      const inner = Object.hasOwn(value, head) ? value[head] : undefined;
      return inner === undefined ? [] : [[head, rests.includes('') ? inner : pick(inner, rests)]];
    }),
  );
}

/** `a.b, a.c, d` -> a: [b, c], d: ['']. */
function byHead(paths: readonly string[]): Map<string, string[]> {
  const heads = new Map<string, string[]>();
  for (const path of paths) {
    const [head = '', ...rest] = path.split('.');
    heads.set(head, [...(heads.get(head) ?? []), rest.join('.')]);
  }
  return heads;
}
