/** The variables of a message, and what an example of their values lacks. */
import type { Context } from '../../../define/command.ts';
import { isRecord } from '../../../define/json.ts';
import { usage } from '../../../errors.ts';
import { type ListedVariable, listVariables } from '../../../lmx/list-variables.ts';
import { NAMESPACES, type Namespace } from '../../../lmx/variables.ts';
import { parseJson } from '../../../runtime/parse-json.ts';
import { FALLBACK_MAPS } from '../operations.ts';
import { readText, type Source } from '../sources.ts';
import type { VariableProblem, VariableRow } from './schema.ts';

/** The fields of a message besides its body that may have variables. */
const FIELDS = ['subject', 'previewText', 'fromName', 'fromEmail', 'replyToEmail', 'ccEmail', 'bccEmail'] as const;

const neededOf = ({ isAlwaysShown, uses }: ListedVariable): VariableRow['needed'] => {
  if (isAlwaysShown) return 'always';
  return uses.every(({ isCondition }) => isCondition) ? 'condition' : 'sometimes';
};

function fallbackOf({ message }: Source, namespace: Namespace, name: string): string | null {
  const map = namespace === 'system' ? undefined : message?.[FALLBACK_MAPS[namespace]];
  return isRecord(map) && Object.hasOwn(map, name) ? String(map[name]) : null;
}

/** Email addresses of contacts and the variables of Loops always have a value. */
const hasValue = ({ namespace, name }: ListedVariable): boolean =>
  namespace === 'system' || (namespace === 'contact' && name === 'email');

export function variablesOf(source: Source): readonly VariableRow[] {
  const { lmx, message = {} } = source;
  const fields = Object.fromEntries(
    FIELDS.flatMap((field) => (typeof message[field] === 'string' ? [[field, message[field]]] : [])),
  );
  return listVariables(lmx, fields).map((listed) => {
    const { namespace, name, kind } = listed;
    const fallback = fallbackOf(source, namespace, name);
    const needed = neededOf(listed);
    return {
      variable: `{${namespace}.${name}}`,
      namespace,
      name,
      kind,
      fields: [...listed.fields],
      needed,
      fallback,
      required: needed === 'always' && fallback === null && !hasValue(listed),
      uses: listed.uses.map(({ place, line, column }) => ({ place, line, column })),
    };
  });
}

export type Values = Readonly<Partial<Record<Namespace, Readonly<Record<string, unknown>>>>>;

/** Values per namespace: `{"data": {…}}`, as the API names them, or one object for all namespaces. */
function valuesIn(value: Readonly<Record<string, unknown>>): Values {
  const named = {
    contact: value['contact'] ?? value['contactProperties'],
    event: value['event'] ?? value['eventProperties'],
    data: value['data'] ?? value['dataVariables'],
  };
  const given = Object.entries(named).filter(([, map]) => isRecord(map));
  if (given.length > 0) return Object.fromEntries(given);
  return Object.fromEntries(NAMESPACES.map((namespace) => [namespace, value]));
}

const HINT = 'Pass {"firstName": "Ada"}, {"contact": {…}, "event": {…}, "data": {…}}, or a file with one of them.';

/** Values from JSON or a file with JSON. Rejects with a `usage` failure for anything else. */
export async function readValues(context: Context, given: string, flag: string): Promise<Values> {
  const isInline = given.trimStart().startsWith('{');
  const text = isInline ? given : await readText(context, given);
  const value = parseJson(text.replace(/^\ufeff/, ''), isInline ? `The value of --${flag}` : given, HINT);
  if (!isRecord(value)) throw usage(`--${flag} is not a JSON object.`, HINT);
  return valuesIn(value);
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

function typeProblem({ kind, fields }: VariableRow, value: unknown): string | undefined {
  if (kind === 'scalar') return isScalar(value) ? undefined : 'must be text or a number';
  if (!Array.isArray(value)) return 'must be a list of objects';
  for (const [index, item] of value.entries()) {
    if (!isRecord(item)) return `must be a list of objects; item ${index + 1} is none`;
    const missing = fields.find((field) => !Object.hasOwn(item, field));
    if (missing !== undefined) return `lacks ${missing} in item ${index + 1}`;
  }
  return undefined;
}

/** What values lack for a message, have too much, or have of the wrong type. */
export function compareValues(
  rows: readonly VariableRow[],
  values: Values,
  namespaces: readonly Namespace[],
): readonly VariableProblem[] {
  const relevant = rows.filter(({ namespace }) => namespaces.includes(namespace));
  const problems = relevant.flatMap((row): readonly VariableProblem[] => {
    const { variable, namespace, name, required } = row;
    const map = values[namespace] ?? {};
    const value = Object.hasOwn(map, name) ? map[name] : undefined;
    if (value === undefined || value === null || value === '') {
      return required ? [{ rule: 'missing', variable, message: `${variable} has no value.` }] : [];
    }
    const problem = typeProblem(row, value);
    return problem === undefined ? [] : [{ rule: 'type', variable, message: `${variable} ${problem}.` }];
  });
  // One object for all namespaces is the same object in each.
  const maps = new Map(namespaces.map((namespace) => [values[namespace] ?? {}, namespace]));
  const known = new Set(relevant.map(({ name }) => name));
  const unknown = [...maps].flatMap(([map, namespace]) =>
    Object.keys(map)
      .filter((name) => !known.has(name))
      .map((name): VariableProblem => {
        const variable = `{${namespace}.${name}}`;
        return { rule: 'unknown', variable, message: `${variable} is not in the email.` };
      }),
  );
  return [...problems, ...unknown];
}
