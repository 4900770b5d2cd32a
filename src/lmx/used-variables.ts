/** The variables of a document, and other braces, with the elements that they are in. */
import type { AttributeRule } from './attributes.ts';
import type { Attribute, Element, LmxDocument, LmxNode } from './tree.ts';
import { type Braces, bracesIn, isVariable, type Variable } from './variables.ts';

export interface UsedBraces {
  readonly braces: Braces;
  readonly element: Element;
  readonly attribute: Attribute | undefined;
  /** What the attribute may contain. */
  readonly rule: AttributeRule | undefined;
}

export interface UsedVariable extends UsedBraces {
  readonly braces: Variable;
}

/** All braces in text and in attributes that the tags have, in the order of the document. */
export function usedBraces(document: LmxDocument): readonly UsedBraces[] {
  const { text } = document;
  const found: UsedBraces[] = [];
  // The first brace that is not behind the walk: nodes without one are skipped.
  let next = text.indexOf('{');
  const visit = (nodes: readonly LmxNode[], parent: Element | undefined): void => {
    for (const node of nodes) {
      if (next < 0) return;
      if (next < node.start) next = text.indexOf('{', node.start);
      if (next < 0 || next >= node.end) continue;
      if (node.kind === 'element') {
        if (next < node.openEnd) addAttributes(text, node, found);
        if (node.tag?.content !== 'raw') visit(node.children, node);
      } else if (node.kind === 'text' && parent !== undefined) {
        for (const braces of bracesIn(node.raw, node.start)) {
          found.push({ braces, element: parent, attribute: undefined, rule: undefined });
        }
      }
    }
  };
  visit(document.children, undefined);
  return found;
}

function addAttributes(text: string, element: Element, found: UsedBraces[]): void {
  for (const attribute of element.attributes.values()) {
    const { rule } = attribute;
    if (rule === undefined || !attribute.value.includes('{')) continue;
    const raw = text.slice(attribute.valueStart, attribute.valueEnd);
    for (const braces of bracesIn(raw, attribute.valueStart)) found.push({ braces, element, attribute, rule });
  }
}

/** Variables in attributes that have none are left out: they stay as they are written. */
export const isUsedVariable = (used: UsedBraces): used is UsedVariable =>
  isVariable(used.braces) && (used.attribute === undefined || used.rule?.variables !== undefined);
