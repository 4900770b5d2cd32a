/** The variables of a document with the elements that they are in. */
import { tagOf } from './tags.ts';
import type { Attribute, Element, LmxDocument, LmxNode } from './tree.ts';
import { bracesIn, isVariable, type Variable } from './variables.ts';

export interface UsedVariable {
  readonly variable: Variable;
  readonly element: Element;
  readonly attribute: Attribute | undefined;
}

/** The variables in the text of a document and in the attributes that may have some. */
export function usedVariables(document: LmxDocument): readonly UsedVariable[] {
  const found: UsedVariable[] = [];
  if (!document.text.includes('{')) return found;
  const visit = (nodes: readonly LmxNode[], parent: Element | undefined): void => {
    for (const node of nodes) {
      if (node.kind === 'element') {
        addAttributes(document, node, found);
        if (tagOf(node.name)?.content !== 'raw') visit(node.children, node);
      } else if (node.kind === 'text' && parent !== undefined) {
        for (const braces of bracesIn(node.raw, node.start)) {
          if (isVariable(braces)) found.push({ variable: braces, element: parent, attribute: undefined });
        }
      }
    }
  };
  visit(document.children, undefined);
  return found;
}

function addAttributes(document: LmxDocument, element: Element, found: UsedVariable[]): void {
  const rules = tagOf(element.name)?.attributes;
  if (rules === undefined) return;
  for (const attribute of element.attributes.values()) {
    if (!attribute.value.includes('{') || !Object.hasOwn(rules, attribute.name)) continue;
    if (rules[attribute.name]?.variables === undefined) continue;
    const raw = document.text.slice(attribute.valueStart, attribute.valueEnd);
    for (const braces of bracesIn(raw, attribute.valueStart)) {
      if (isVariable(braces)) found.push({ variable: braces, element, attribute });
    }
  }
}
