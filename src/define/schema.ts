/** Questions about schemas: which flags an input makes, which fields a value has. Reads schemas without loading the package. */
import type * as z from 'zod';
import type { Completes, Field, Reference } from './field.ts';

const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional']);

const isType = (schema: z.ZodType, type: string): boolean => schema.def.type === type;
const elementOf = (schema: z.ZodType): z.ZodType => (schema as z.ZodArray).element as z.ZodType;
const optionsOf = (schema: z.ZodType): readonly z.ZodType[] => (schema as z.ZodUnion).options as readonly z.ZodType[];
const shapeOf = (schema: z.ZodType) => (schema as z.ZodObject).shape as Record<string, z.ZodType>;

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

/** A property of a schema's metadata, also where the metadata is inside wrappers. */
function metaOf(schema: z.ZodType, key: string): unknown {
  for (let inner = schema; ; inner = (inner as z.ZodOptional<z.ZodType>).def.innerType) {
    const found = inner.meta()?.[key];
    if (found !== undefined || !WRAPPERS.has(inner.def.type)) return found;
  }
}

const referenceOf = (schema: z.ZodType): Reference | undefined => metaOf(schema, 'refersTo') as Reference | undefined;

/** A value that help calls `<file>` is a file. */
const completesOf = (schema: z.ZodType, placeholder: string): Completes | undefined =>
  (metaOf(schema, 'completes') as Completes | undefined) ?? (placeholder === 'file' ? 'files' : undefined);

export function fieldsOf(input: z.ZodObject): readonly Field[] {
  return Object.entries(input.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const outer = bare(schema);
    const many = isType(outer, 'array');
    const value = many ? bare(elementOf(outer)) : outer;
    const choices = isType(value, 'enum') ? (value as z.ZodEnum).options.map(String) : undefined;
    const empty = schema.safeParse(undefined);
    const refersTo = referenceOf(schema) ?? referenceOf(value);
    const placeholder = String(
      metaOf(schema, 'placeholder') ??
        (isType(value, 'number') ? 'n' : (choices?.join('|') ?? (refersTo === undefined ? name : 'id'))),
    );
    const short = schema.meta()?.['short'];
    return {
      name,
      ...(typeof short === 'string' ? { short } : {}),
      kind: isType(value, 'number') ? 'number' : isType(value, 'boolean') ? 'boolean' : 'text',
      choices,
      orPlural: (metaOf(schema, 'orPlural') ?? metaOf(value, 'orPlural')) === true,
      many,
      required: !empty.success,
      defaultValue: empty.success ? empty.data : undefined,
      description: descriptionOf(schema),
      placeholder,
      refersTo,
      completes: completesOf(schema, placeholder),
    };
  });
}

/** Whether values can have a path such as `styles.bodyColor`. A path into an array is a path into its items. */
export function hasPath(schema: z.ZodType, path: readonly string[]): boolean {
  const inner = bare(schema);
  const [head, ...rest] = path;
  if (isType(inner, 'array')) return hasPath(elementOf(inner), path);
  if (head === undefined) return true;
  if (isType(inner, 'union')) return optionsOf(inner).some((option) => hasPath(option, path));
  if (isType(inner, 'record')) return hasPath((inner as z.ZodRecord).valueType as z.ZodType, rest);
  if (isType(inner, 'object')) {
    const shape = shapeOf(inner);
    const next = Object.hasOwn(shape, head) ? shape[head] : undefined;
    // Objects with fields of any name say so: in others, an unknown name is a typo.
    return next === undefined ? metaOf(schema, 'open') === true : hasPath(next, rest);
  }
  // Where the API schema leaves the inside of a value open, any path into it may be valid.
  return isType(inner, 'unknown') || isType(inner, 'any');
}

export function requiredFields(schema: z.ZodType): readonly string[] {
  const inner = bare(schema);
  if (!isType(inner, 'object')) return [];
  return Object.entries(shapeOf(inner))
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name]) => name);
}

/** The top-level fields of a schema's values (for an array, of its items), in order. */
export function topFields(schema: z.ZodType): readonly string[] {
  const inner = bare(schema);
  if (isType(inner, 'array')) return topFields(elementOf(inner));
  if (isType(inner, 'union')) return [...new Set(optionsOf(inner).flatMap(topFields))];
  return isType(inner, 'object') ? Object.keys(shapeOf(inner)) : [];
}

/** Of a union of results, such as a list and a single one, the option that a value belongs to; any other schema itself. */
export function optionFor(schema: z.ZodType, value: unknown): z.ZodType {
  if (!isType(schema, 'union')) return schema;
  const [first, ...others] = optionsOf(schema).filter(
    (option) => isType(bare(option), 'array') === Array.isArray(value),
  );
  if (first === undefined || others.length === 0) return first ?? schema;
  return [first, ...others].find((option) => option.safeParse(value).success) ?? first;
}

const PLAIN = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null']);

function isPlain(schema: z.ZodType): boolean {
  const inner = bare(schema);
  return isType(inner, 'union') ? optionsOf(inner).every(isPlain) : PLAIN.has(inner.def.type);
}

/** Whether values are rows of a table: lists, or objects that hold only plain values. */
export function isTabular(schema: z.ZodType): boolean {
  const inner = bare(schema);
  if (isType(inner, 'union')) return optionsOf(inner).every(isTabular);
  if (isType(inner, 'object')) return Object.values(shapeOf(inner)).every(isPlain);
  return isType(inner, 'array');
}
