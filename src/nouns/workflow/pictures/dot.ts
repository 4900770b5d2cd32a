/** A workflow in DOT, the language of Graphviz. */
import { NO_NAMES, type RecordNames } from '../../../define/names.ts';
import { LIGHT, LOOKS } from '../looks.ts';
import { isDashed, type PictureNode, readPicture } from './picture.ts';
import { type TextWidth, textWidthFor, wrap, wrapEvenly } from './text.ts';

/** In points. Graphviz does not break lines by itself. */
const LINE = { width: 190, size: 11, lines: 8 };

/**
 * A quoted string of lines. Besides quotes and backslashes, Graphviz reads HTML entities in it.
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

function nodeLine(node: PictureNode, textWidth: TextWidth): string {
  const { key, id, symbol, sentence, figures } = node;
  const { light, dot, corners } = LOOKS[node.look];
  const style = ['filled', ...(corners === 'square' ? [] : ['rounded']), ...(isDashed(node) ? ['dashed'] : [])];
  const attributes = {
    label: quoted(...wrapEvenly(`${symbol} ${sentence}`, LINE, textWidth), ...figures),
    tooltip: quoted(id),
    shape: dot,
    style: quoted(style.join(',')),
    fillcolor: quoted(light[0]),
    color: quoted(light[1]),
    fontcolor: quoted(LIGHT.ink),
  };
  return `  ${key} [${Object.entries(attributes)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')}];`;
}

export async function toDot(workflow: unknown, names: RecordNames = NO_NAMES): Promise<string> {
  const { title, subtitle, remarks, nodes, edges } = readPicture(workflow, names);
  const heading = [title, subtitle, ...remarks].filter(Boolean);
  const textWidth = await textWidthFor([...heading, ...nodes.map(({ sentence }) => sentence)].join('\n'));
  const font = `fontname="Helvetica,Arial,sans-serif"`;
  const label = quoted(...heading.flatMap((text) => wrap(text, { ...LINE, width: 420 }, textWidth)));
  return [
    `digraph ${quoted(title)} {`,
    // This gray is readable on white and on black: the picture has no background of its own.
    `  graph [label=${label}, labelloc=t, bgcolor=transparent, fontcolor="#7d8896", ${font}];`,
    `  node [fontsize=${LINE.size}, ${font}];`,
    `  edge [color="#8b97a8", fontcolor="#7d8896", fontsize=9, arrowsize=0.7, ${font}];`,
    ...nodes.map((node) => nodeLine(node, textWidth)),
    ...edges.map(({ from, to, label: text }) => `  ${from} -> ${to}${text && ` [label=${quoted(` ${text}`)}]`};`),
    '}',
  ].join('\n');
}
