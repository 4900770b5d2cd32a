/** What a document means, whatever its spacing: two documents with the same meaning look the same to people. */
import { sixDigits } from '../../src/lmx/color.ts';
import { parse } from '../../src/lmx/parse.ts';
import type { Element, LmxNode } from '../../src/lmx/tree.ts';

const collapse = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ');

const attributesOf = ({ attributes }: Element) =>
  [...attributes.values()]
    .map(({ name, value }) => [name, sixDigits(value) ?? value] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** Inline content with its spaces, except at the edges of the block. */
const inlineOf = (nodes: readonly LmxNode[]): unknown[] =>
  nodes.map((node) => {
    if (node.kind === 'element') return [node.name, attributesOf(node), inlineOf(node.children)];
    return node.kind === 'text' ? collapse(node.raw) : node.raw;
  });

const trimmed = (parts: unknown[]): unknown[] => {
  const list = [...parts];
  if (typeof list[0] === 'string' && !list[0].startsWith('<!--')) list[0] = list[0].trimStart();
  const last = list.at(-1);
  if (typeof last === 'string' && !last.startsWith('<!--')) list[list.length - 1] = last.replace(/ $/, '');
  return list.filter((part) => part !== '');
};

function blockOf(node: LmxNode, text: string): unknown {
  if (node.kind !== 'element') return node.kind === 'comment' ? node.raw : collapse(node.raw).trim();
  const { tag } = node;
  const verbatim = tag === undefined || tag.content === 'raw' || node.name === 'For';
  if (verbatim) return text.slice(node.start, node.end);
  const head = [node.name, attributesOf(node)];
  return tag.content === 'inline' || tag.content === 'text'
    ? [...head, trimmed(inlineOf(node.children))]
    : [...head, blocksOf(node.children, text)];
}

const blocksOf = (nodes: readonly LmxNode[], text: string): unknown[] =>
  nodes.map((node) => blockOf(node, text)).filter((block) => block !== '');

export function meaningOf(text: string): { readonly styles: readonly unknown[]; readonly others: readonly unknown[] } {
  const { children } = parse(text);
  const isStyle = (node: LmxNode) => node.kind === 'element' && node.name === 'Style';
  return {
    styles: blocksOf(children.filter(isStyle), text),
    others: blocksOf(
      children.filter((node) => !isStyle(node)),
      text,
    ),
  };
}
