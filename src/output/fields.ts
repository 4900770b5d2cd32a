/** `--fields a,b.c`: keeps only the named fields of a value. */
import type * as z from 'zod';
import { isRecord } from '../define/json.ts';
import { hasPath, topFields } from '../define/schema.ts';
import { usage } from '../errors.ts';

/** The paths of a list. Throws a `usage` failure for a field that the schema does not have. */
export function parseFields(list: string, schema: z.ZodType): readonly string[] {
  const paths = list.split(',').map((path) => path.trim());
  for (const path of paths) {
    if (path === '' || path.split('.').includes('') || !hasPath(schema, path.split('.'))) {
      const known = topFields(schema);
      throw usage(
        `Unknown field ${JSON.stringify(path)}.`,
        known.length === 0 ? 'This result has no fields. Remove --fields.' : `Available fields: ${known.join(', ')}.`,
      );
    }
  }
  return paths;
}

/** The value with only these paths, in the same structure. Paths that it does not have are left out. */
export function pick(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, paths));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    [...groupByHead(paths)].flatMap(([head, rests]) => {
      const inner = Object.hasOwn(value, head) ? value[head] : undefined;
      return inner === undefined ? [] : [[head, rests.includes('') ? inner : pick(inner, rests)]];
    }),
  );
}

function groupByHead(paths: readonly string[]): Map<string, string[]> {
  const heads = new Map<string, string[]>();
  for (const path of paths) {
    const [head = '', ...rest] = path.split('.');
    heads.set(head, [...(heads.get(head) ?? []), rest.join('.')]);
  }
  return heads;
}
