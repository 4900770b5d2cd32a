/** The text of nodes, without tags. */
import { decode } from './entities.ts';
import type { LmxNode } from './tree.ts';

export function textIn(nodes: readonly LmxNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.kind === 'text') text += node.raw;
    else if (node.kind === 'element') text += node.name === 'Br' ? '\n' : textIn(node.children);
  }
  return decode(text);
}
