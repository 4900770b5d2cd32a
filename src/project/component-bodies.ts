/** Components in bodies of emails: the API returns each with its content, and files only refer to it. */
import { normalForms } from '../lmx/normal-form.ts';
import { parse } from '../lmx/parse.ts';
import { attributeOf, type Element, type LmxDocument, type LmxNode } from '../lmx/tree.ts';

/** Elements to shorten, from the outside in: a component inside another one goes with it. */
function* expanded(nodes: readonly LmxNode[]): Generator<Element> {
  for (const node of nodes) {
    if (node.kind !== 'element') continue;
    if (node.name === 'Component' && !node.isSelfClosing) yield node;
    else yield* expanded(node.children);
  }
}

function isWhole({ text }: LmxDocument, element: Element, bodies: ReadonlyMap<string, string>): boolean {
  const body = bodies.get(attributeOf(element, 'componentId') ?? '');
  if (body === undefined) return false;
  const [inner, whole] = normalForms(text.slice(element.openEnd, element.closeStart), body);
  return inner === whole;
}

/** A component whose content is its own body becomes a reference; one with other content is an override and stays. */
export function withoutBodies(lmx: string, bodies: ReadonlyMap<string, string>): string {
  const document = parse(lmx);
  let [shortened, from] = ['', 0];
  for (const element of expanded(document.children)) {
    if (!isWhole(document, element, bodies)) continue;
    const open = lmx.slice(element.start, element.openEnd).replace(/\s*>$/, ' />');
    shortened += lmx.slice(from, element.start) + open;
    from = element.end;
  }
  return shortened + lmx.slice(from);
}
