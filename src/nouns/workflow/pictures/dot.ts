/** A workflow in DOT, the language of Graphviz. */
import { isDashed, type Kind, LIGHT } from './kinds.ts';
import { type PictureNode, readPicture } from './picture.ts';
import { wrap, wrapEvenly } from './wrap.ts';

/** https://graphviz.org/doc/info/shapes.html */
const SHAPES: Readonly<Record<Kind, string>> = {
  trigger: 'box',
  filter: 'invtrapezium',
  timer: 'box',
  email: 'box',
  branch: 'diamond',
  experiment: 'hexagon',
  variant: 'parallelogram',
  exit: 'box',
  unknown: 'box',
  missing: 'box',
};

const ROUNDED: readonly Kind[] = ['trigger', 'timer', 'exit'];

/** Points of text on a line; Graphviz does not break lines by itself. */
const LINE = { width: 190, size: 11, lines: 8 };

/**
 * A quoted string for lines of text. Besides quotes and backslashes, Graphviz reads HTML entities in it.
 * https://graphviz.org/docs/attr-types/escString/
 */
function quoted(...lines: readonly string[]): string {
  const escaped = lines.map((text) =>
    text
      .replace(/\p{Cc}/gu, ' ')
      .replace(/[\\"]/g, '\\$&')
      .replaceAll('&', '&amp;'),
  );
  return `"${escaped.join('\\n')}"`;
}

function nodeLine(node: PictureNode): string {
  const { key, id, kind, symbol, sentence, figures } = node;
  const { fill, stroke, ink } = LIGHT.kinds[kind];
  const style = ['filled', ...(ROUNDED.includes(kind) ? ['rounded'] : []), ...(isDashed(node) ? ['dashed'] : [])];
  const attributes = {
    label: quoted(...wrapEvenly(`${symbol} ${sentence}`, LINE), ...figures),
    tooltip: quoted(id),
    shape: SHAPES[kind],
    style: quoted(style.join(',')),
    fillcolor: quoted(fill),
    color: quoted(stroke),
    fontcolor: quoted(ink),
  };
  return `  ${key} [${Object.entries(attributes)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')}];`;
}

/** Takes any value; the document has no final line break. */
export function toDot(workflow: unknown): string {
  const { title, subtitle, remarks, nodes, edges } = readPicture(workflow);
  const heading = [title, subtitle, ...remarks].filter(Boolean);
  const font = `fontname="Helvetica,Arial,sans-serif"`;
  return [
    `digraph ${quoted(title)} {`,
    // The grey can be read on white and on black: the picture has no paper of its own.
    `  graph [label=${quoted(...heading.flatMap((text) => wrap(text, { ...LINE, width: 420 })))}, labelloc=t, bgcolor=transparent, fontcolor="#7d8896", ${font}];`,
    `  node [fontsize=${LINE.size}, ${font}];`,
    `  edge [color="#8b97a8", fontcolor="#7d8896", fontsize=9, arrowsize=0.7, ${font}];`,
    ...nodes.map(nodeLine),
    ...edges.map(({ from, to, label }) => `  ${from} -> ${to}${label && ` [label=${quoted(` ${label}`)}]`};`),
    '}',
  ].join('\n');
}
