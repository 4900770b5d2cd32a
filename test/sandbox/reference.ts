/** Reads `reference.json`: what is wrong with a value by the reference, and sample values for each type. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../src/define/json.ts';

type Fields = Readonly<Record<string, string>>;

interface FieldLists {
  readonly reference?: Fields;
  readonly contract?: Fields;
}

interface ObjectType extends FieldLists {
  /** The field that names the type of an object, with the further fields of each type. */
  readonly by?: string;
  readonly types?: Readonly<Record<string, FieldLists>>;
  /** The object whose `types` apply. */
  readonly typesOf?: string;
  /** The type of further fields, with any name. */
  readonly further?: string;
  /** The fields of the type are optional. */
  readonly partial?: boolean;
}

export interface ReferenceOperation {
  readonly route: string;
  readonly response: string;
  readonly status?: number;
  readonly request?: Fields;
  readonly sample?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Fields of the client that are sent as headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of the placeholder, where it is not an ID. */
  readonly values?: readonly string[];
  /** The IDs of its placeholder, where no list has them. */
  readonly ids?: readonly string[];
  /** Only items with these values have this operation. */
  readonly only?: Readonly<Record<string, unknown>>;
}

interface Reference {
  readonly objects: Readonly<Record<string, ObjectType>>;
  readonly operations: readonly ReferenceOperation[];
}

const { objects, operations } = JSON.parse(
  readFileSync(new URL('reference.json', import.meta.url), 'utf8'),
) as Reference;

export const referenceOperations = operations;

export interface ReferenceField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

export const fieldsIn = (lists: FieldLists): readonly ReferenceField[] =>
  Object.entries({ ...lists.reference, ...lists.contract }).map(([key, type]) => ({
    name: key.replace(/\?$/, ''),
    type,
    required: !key.endsWith('?'),
  }));

const typesOf = ({ types, typesOf: other }: ObjectType) => types ?? objects[other ?? '']?.types ?? {};

/** The fields of an object, with those of one of its types. */
function fieldsOf(object: ObjectType, typeName: unknown): readonly ReferenceField[] {
  const own = typesOf(object)[String(typeName)] ?? {};
  return [
    ...fieldsIn(object),
    ...fieldsIn(own).map((field) => ({ ...field, required: field.required && object.partial !== true })),
  ];
}

/** Every field that a type can have at its top, whatever its own type is. */
export function topFieldsOf(type: string): readonly string[] {
  const object = objects[type.replace(/^(page|array) of /, '')];
  if (object === undefined) return [];
  const own = Object.values(typesOf(object)).flatMap((lists) => fieldsIn(lists));
  return [...new Set([...fieldsIn(object), ...own].map(({ name }) => name))];
}

const PATTERNS: Readonly<Record<string, RegExp>> = {
  string: /^/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  color: /^#[0-9a-f]{6}$/i,
};

const alternativesOf = (type: string): readonly string[] => type.split(' | ');

/** What is wrong with a value by the reference, one line for each problem. */
export function problemsOf(value: unknown, type: string, path = ''): readonly string[] {
  const found = alternativesOf(type).map((alternative) => problemsOfOne(value, alternative, path));
  const [fewest = []] = [...found].sort((a, b) => a.length - b.length);
  return fewest;
}

function problemsOfOne(value: unknown, type: string, path: string): readonly string[] {
  const wrong = [`${path}: ${JSON.stringify(value)?.slice(0, 80)} is not ${type}`];
  const check = (right: boolean) => (right ? [] : wrong);
  if (type.startsWith("'")) return check(value === type.slice(1, -1));
  if (type === 'null') return check(value === null);
  if (type === 'boolean' || type === 'number') return check(typeof value === type);
  if (type === 'integer') return check(Number.isInteger(value));
  const pattern = PATTERNS[type];
  if (pattern !== undefined) return check(typeof value === 'string' && pattern.test(value));
  const [, list, item] = /^(page|array|non-empty array|map) of (.+)$/.exec(type) ?? [];
  if (list !== undefined && item !== undefined) return problemsOfList(value, list, item, path) ?? wrong;
  const object = objects[type];
  if (object === undefined) throw new Error(`The reference has no type ${type}`);
  return isRecord(value) ? problemsOfObject(value, object, path) : wrong;
}

function problemsOfList(value: unknown, list: string, item: string, path: string): readonly string[] | undefined {
  if (list === 'page') {
    if (!isRecord(value)) return undefined;
    const { pagination, data, ...others } = value;
    return [
      ...problemsOf(pagination, 'pagination', `${path}.pagination`),
      ...problemsOf(data, `array of ${item}`, `${path}.data`),
      ...Object.keys(others).map((name) => `${path}.${name} is not in the reference`),
    ];
  }
  const items = list === 'map' ? (isRecord(value) ? Object.values(value) : undefined) : value;
  if (!Array.isArray(items) || (list === 'non-empty array' && items.length === 0)) return undefined;
  return items.flatMap((one, index) => problemsOf(one, item, `${path}[${index}]`));
}

function problemsOfObject(value: Record<string, unknown>, object: ObjectType, path: string): readonly string[] {
  const typeName = value[object.by ?? ''];
  const unknownType = object.by !== undefined && !Object.hasOwn(typesOf(object), String(typeName));
  if (unknownType) return [`${path}.${object.by}: ${JSON.stringify(typeName)} is not a type of the reference`];
  const fields = fieldsOf(object, typeName);
  const known = new Set(fields.map(({ name }) => name));
  return [
    ...Object.keys(value).flatMap((name) => {
      if (known.has(name)) return [];
      const { further } = object;
      return further === undefined
        ? [`${path}.${name} is not in the reference`]
        : problemsOf(value[name], further, `${path}.${name}`);
    }),
    ...fields.flatMap(({ name, type, required }) => {
      if (Object.hasOwn(value, name)) return problemsOf(value[name], type, `${path}.${name}`);
      return required ? [`${path}.${name} is missing`] : [];
    }),
  ];
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: 'text',
  'date-time': '2026-11-20T12:00:00.000Z',
  color: '#0a84a8',
  boolean: true,
  number: 1.5,
  integer: 3,
  null: null,
};

/** Sample values of a type: with all fields and without the optional ones, and one for each alternative and object type. */
export function samplesOf(type: string): readonly unknown[] {
  return alternativesOf(type).flatMap((alternative) => {
    if (alternative.startsWith("'")) return [alternative.slice(1, -1)];
    if (Object.hasOwn(SAMPLES, alternative)) return [SAMPLES[alternative]];
    const [, list, item = ''] = /^(page|array|non-empty array|map) of (.+)$/.exec(alternative) ?? [];
    if (list === 'page') return [{ pagination: samplesOf('pagination')[0], data: samplesOf(item) }];
    if (list === 'map') return [Object.fromEntries(samplesOf(item).map((sample, index) => [`id${index}`, sample]))];
    if (list !== undefined) return [samplesOf(item)];
    const object = objects[alternative];
    if (object === undefined) throw new Error(`The reference has no type ${alternative}`);
    const typeNames = object.by === undefined ? [undefined] : Object.keys(typesOf(object));
    return typeNames.flatMap((typeName) => objectSamples(object, typeName));
  });
}

function objectSamples(object: ObjectType, typeName: string | undefined): readonly Record<string, unknown>[] {
  const fields = fieldsOf(object, typeName);
  const build = (chosen: readonly ReferenceField[], pick: 'first' | 'last') => ({
    ...Object.fromEntries(chosen.map(({ name, type }) => [name, samplesOf(type).at(pick === 'first' ? 0 : -1)])),
    ...(object.by === undefined ? {} : { [object.by]: typeName }),
  });
  const required = fields.filter((field) => field.required);
  const built = [build(fields, 'first'), build(fields, 'last'), build(required, 'first')];
  // Without alternatives and optional fields these are the same, and each takes part in the samples of every type above.
  return built.filter((sample, at) => built.findIndex((other) => isDeepStrictEqual(other, sample)) === at);
}
