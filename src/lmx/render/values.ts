/** The values of variables in a preview: given ones, fallbacks, or ones made from their names. */
import { DEFAULT_OPERATION, operationOf } from '../conditions.ts';
import { attributeOf, descendants, type Element, type LmxDocument } from '../tree.ts';
import { bracesIn, type Namespace, onlyVariable, type Variable } from '../variables.ts';

export type NamespaceValues = Readonly<Partial<Record<Namespace, Readonly<Record<string, unknown>>>>>;

export interface ValueOptions {
  /** Undefined: values are made from the names of the variables. */
  readonly values?: NamespaceValues | undefined;
  readonly fallbacks?: NamespaceValues | undefined;
}

/** A text of a preview. `isMade` if it is no real value. */
export interface Shown {
  readonly text: string;
  readonly isMade: boolean;
}

export interface Values {
  of(variable: Variable, item?: Readonly<Record<string, unknown>>): Shown;
  /** The text that a condition compares; undefined if the variable is not set. */
  compared(variable: Variable): string | undefined;
  /** The items of an array. */
  items(variable: Variable): readonly Readonly<Record<string, unknown>>[];
  /** A text with all its variables replaced. */
  filled(text: string, item?: Readonly<Record<string, unknown>>): string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownValue = (map: Readonly<Record<string, unknown>> | undefined, name: string): unknown =>
  map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;

const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** `resetLink` as an address, `firstName` as `First name`. */
export function exampleFor(name: string): string {
  if (/(?:url|link|href)$/i.test(name)) return `https://example.com/${encodeURIComponent(name)}`;
  if (/email$/i.test(name)) return 'ada@example.com';
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value that the first condition on each variable accepts, so that a preview without values shows something. */
function conditionValues(document: LmxDocument): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const element of descendants(document.children)) {
    const variable = onlyVariable(attributeOf(element, 'if') ?? '');
    if (element.name !== 'Section' || variable === undefined) continue;
    const operation = attributeOf(element, 'ifOperation') ?? DEFAULT_OPERATION;
    const key = `${variable.namespace}.${variable.name}`;
    if (values.has(key)) continue;
    if (operation === 'true') values.set(key, 'true');
    const expected = attributeOf(element, 'ifValue');
    if (['equal', 'contains', 'numeric_equal'].includes(operation) && expected) values.set(key, expected);
  }
  return values;
}

export function valuesFor(document: LmxDocument, { values, fallbacks }: ValueOptions): Values {
  const made = values === undefined ? conditionValues(document) : undefined;

  function of({ namespace, name, field, raw }: Variable, item?: Readonly<Record<string, unknown>>): Shown {
    if (field !== undefined) {
      const own = scalarText(ownValue(item, field));
      if (own !== undefined) return { text: own, isMade: false };
      return { text: made === undefined ? raw : exampleFor(field), isMade: true };
    }
    const given = scalarText(ownValue(values?.[namespace], name));
    if (given !== undefined && given !== '') return { text: given, isMade: false };
    const fallback = scalarText(ownValue(fallbacks?.[namespace], name));
    if (fallback !== undefined && made === undefined) return { text: fallback, isMade: false };
    if (made === undefined) return { text: raw, isMade: true };
    return { text: made.get(`${namespace}.${name}`) ?? exampleFor(name), isMade: true };
  }

  return {
    of,
    compared: ({ namespace, name }) => {
      const given = scalarText(ownValue(values?.[namespace], name));
      return made === undefined ? given : (made.get(`${namespace}.${name}`) ?? exampleFor(name));
    },
    items: ({ namespace, name }) => {
      const list = ownValue(values?.[namespace], name);
      if (Array.isArray(list)) return list.slice(0, 100).filter(isRecord);
      return made === undefined ? [] : [{}, {}];
    },
    filled: (text, item) => {
      let [result, at] = ['', 0];
      for (const braces of bracesIn(text)) {
        if (braces.kind !== 'variable') continue;
        result += text.slice(at, braces.start) + of(braces, item).text;
        at = braces.end;
      }
      return result + text.slice(at);
    },
  };
}

/** Whether a section is shown, and otherwise why not. */
export function hiddenBecause(section: Element, values: Values): string | undefined {
  const condition = attributeOf(section, 'if');
  if (condition === undefined) return undefined;
  const variable = onlyVariable(condition);
  if (variable === undefined) return 'its condition is not one variable';
  const name = attributeOf(section, 'ifOperation') ?? DEFAULT_OPERATION;
  const operation = operationOf(name);
  if (operation === undefined) return `its operation ${name} is unknown`;
  const expected = attributeOf(section, 'ifValue') ?? '';
  const value = values.compared(variable);
  if (operation.matches(value, expected)) return undefined;
  const actual = value === undefined ? 'not set' : JSON.stringify(value);
  const wanted = operation.needsValue ? `${operation.words} ${JSON.stringify(expected)}` : operation.words;
  return `${variable.raw} is ${actual}; it is shown if the value ${wanted}`;
}
