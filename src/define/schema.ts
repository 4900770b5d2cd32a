/** Questions one can ask a schema: which flags it makes, which fields its values have, what is wrong with an input. */
import * as z from 'zod';
import { type Field, flagName } from './field.ts';

const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional']);

/** The schema inside `optional`, `nullable`, `default` and their like. */
function bare(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (WRAPPERS.has(inner.def.type)) inner = (inner as z.ZodOptional<z.ZodType>).def.innerType;
  return inner;
}

function descriptionOf(schema: z.ZodType): string {
  for (let inner = schema; ; inner = (inner as z.ZodOptional<z.ZodType>).def.innerType) {
    if (inner.description !== undefined) return inner.description;
    if (!WRAPPERS.has(inner.def.type)) return '';
  }
}

/** The fields of an input in the order in which they were written. */
export function fieldsOf(input: z.ZodObject): readonly Field[] {
  return Object.entries(input.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const outer = bare(schema);
    const value = outer instanceof z.ZodArray ? bare(outer.element as z.ZodType) : outer;
    const empty = schema.safeParse(undefined);
    return {
      name,
      kind: value instanceof z.ZodNumber ? 'number' : value instanceof z.ZodBoolean ? 'boolean' : 'text',
      choices: value instanceof z.ZodEnum ? value.options.map(String) : undefined,
      many: outer instanceof z.ZodArray,
      required: !empty.success,
      defaultValue: empty.success ? empty.data : undefined,
      description: descriptionOf(schema),
      placeholder: String(
        schema.meta()?.['placeholder'] ??
          (value instanceof z.ZodNumber ? 'n' : value instanceof z.ZodEnum ? value.options.join('|') : name),
      ),
    };
  });
}

/** An input of which at least one of some optional fields must be given. */
export const requireOneOf = <Input extends z.ZodObject>(
  input: Input,
  names: readonly (keyof Input['shape'] & string)[],
) =>
  input.refine((value) => names.some((name) => value[name] !== undefined), {
    error: `give at least one of ${names.map((name) => `--${flagName(name)}`).join(', ')}`,
  });

/** The values of an open set that are known today. Every string is accepted, because the service may add to it. */
export const oneOf = <const Known extends readonly string[]>(known: Known) =>
  z.string().meta({ known: [...known] }) as unknown as z.ZodType<Known[number] | (string & {})>;

/**
 * Whether values of a schema can have something at a path such as `styles.bodyColor` or `nodes.abc.typeName`.
 * Arrays are looked through: a path speaks of their items.
 */
export function hasPath(schema: z.ZodType, path: readonly string[]): boolean {
  const inner = bare(schema);
  const [head, ...rest] = path;
  if (inner instanceof z.ZodArray) return hasPath(inner.element as z.ZodType, path);
  if (head === undefined) return true;
  if (inner instanceof z.ZodUnion) return inner.options.some((option) => hasPath(option as z.ZodType, path));
  if (inner instanceof z.ZodRecord) return hasPath(inner.valueType as z.ZodType, rest);
  if (inner instanceof z.ZodObject) {
    const shape = inner.shape as Record<string, z.ZodType>;
    const next = Object.hasOwn(shape, head) ? shape[head] : undefined;
    return next !== undefined && hasPath(next, rest);
  }
  // Where the contract says nothing about the inside of a value, any path into it may be right.
  return inner.def.type === 'unknown' || inner.def.type === 'any';
}

/** The names of the fields that a schema's values must have; none for values that are not objects. */
export function requiredFields(schema: z.ZodType): readonly string[] {
  const inner = bare(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  const shape = Object.entries(inner.shape as Record<string, z.ZodType>);
  return shape.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
}

/** The names of the fields at the top of a schema's values (of their items, for an array), in order. */
export function topFields(schema: z.ZodType): readonly string[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodArray) return topFields(inner.element as z.ZodType);
  if (inner instanceof z.ZodUnion) {
    return [...new Set(inner.options.flatMap((option) => topFields(option as z.ZodType)))];
  }
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}
