/** Every variable of an email with where it is used, and whether the email needs a value. */
import { parse } from './parse.ts';
import { positionsIn } from './position.ts';
import { ancestors, type Element, type LmxDocument } from './tree.ts';
import { isUsedVariable, usedBraces } from './used-variables.ts';
import { bracesIn, isVariable, type Namespace, type Variable } from './variables.ts';

export interface VariableUse {
  /** `lmx` for the body, or the field of the message. */
  readonly place: string;
  readonly line: number;
  readonly column: number;
  /** Whether it only decides if a section is shown. */
  readonly isCondition: boolean;
  /** Whether it is shown only if a condition holds. */
  readonly isConditional: boolean;
}

export interface ListedVariable {
  readonly namespace: Namespace;
  readonly name: string;
  readonly kind: 'scalar' | 'array';
  /** The fields of the items of an array. */
  readonly fields: readonly string[];
  /** Whether it is shown in every email: without a value there is a gap. */
  readonly isAlwaysShown: boolean;
  readonly uses: readonly VariableUse[];
}

interface Collected {
  readonly variable: Variable;
  readonly use: VariableUse;
  /** The variable of a For block is an array. */
  readonly isArray: boolean;
}

function isInCondition(element: Element): boolean {
  if (element.name === 'Section' && element.attributes.has('if')) return true;
  for (const outer of ancestors(element)) if (outer.name === 'Section' && outer.attributes.has('if')) return true;
  return false;
}

function inDocument(document: LmxDocument): readonly Collected[] {
  const positionOf = positionsIn(document.text);
  return usedBraces(document)
    .filter(isUsedVariable)
    .map(({ braces: variable, element, attribute }) => ({
      variable,
      isArray: variable.isArray || (element.name === 'For' && attribute !== undefined),
      use: {
        place: 'lmx',
        ...positionOf(variable.start),
        isCondition: attribute?.name === 'if',
        isConditional: isInCondition(element),
      },
    }));
}

const inField = (place: string, text: string): readonly Collected[] =>
  bracesIn(text)
    .filter(isVariable)
    .map((variable) => ({
      variable,
      isArray: variable.isArray,
      use: { place, ...positionsIn(text)(variable.start), isCondition: false, isConditional: false },
    }));

/** In the order of their first use. `fields` are texts of the message that may have variables: subject, sender. */
export function listVariables(lmx: string, fields: Readonly<Record<string, string>> = {}): readonly ListedVariable[] {
  const collected = [
    ...Object.entries(fields).flatMap(([place, text]) => inField(place, text)),
    ...inDocument(parse(lmx)),
  ];
  const groups = new Map<string, Collected[]>();
  for (const one of collected) {
    const key = `${one.variable.namespace}.${one.variable.name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group): ListedVariable => {
    const [{ variable }] = group as [Collected];
    return {
      namespace: variable.namespace,
      name: variable.name,
      kind: group.some(({ isArray }) => isArray) ? 'array' : 'scalar',
      fields: [...new Set(group.flatMap(({ variable: { field } }) => field ?? []))],
      isAlwaysShown: group.some(({ use }) => !use.isCondition && !use.isConditional),
      uses: group.map(({ use }) => use),
    };
  });
}
