/** A workflow as a Mermaid flowchart, which GitHub, GitLab and many editors show inside Markdown. */
import { isDashed, type Kind, LIGHT } from './kinds.ts';
import { type PictureNode, readPicture } from './picture.ts';

/** What stands around the text: https://mermaid.js.org/syntax/flowchart.html#node-shapes */
const SHAPES: Readonly<Record<Kind, readonly [string, string]>> = {
  trigger: ['([', '])'],
  filter: ['[\\', '/]'],
  timer: ['(', ')'],
  email: ['[', ']'],
  branch: ['{', '}'],
  experiment: ['{{', '}}'],
  variant: ['[/', '/]'],
  exit: ['([', '])'],
  unknown: ['[', ']'],
  missing: ['[', ']'],
};

/**
 * All ASCII that could mean something to Mermaid, to Markdown or to HTML. What is left as it is reads well in the document.
 * Mermaid knows characters by number, `#35;`: https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters
 */
const MEANING = /%(?=%)|(?<=%)%|["#$&'*+/:;<=>@[\\\]^_`{|}~]/g;

/** Line breaks and other controls have no place in a label, and no number that Mermaid would show. */
const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(MEANING, (character) => `#${character.charCodeAt(0)};`);

/** Nodes that are not reached have a class of their own for each kind. */
const classOf = ({ kind, reached }: PictureNode): string => (reached ? kind : `${kind}Lost`);

const nodeLine = (node: PictureNode): string => {
  const [open, close] = SHAPES[node.kind];
  const lines = [`${node.symbol} ${node.sentence}`, ...node.figures].map(escaped);
  return `  ${node.key}${open}"${lines.join('<br>')}"${close}:::${classOf(node)}`;
};

const classLine = (node: PictureNode): string => {
  const { fill, stroke, ink } = LIGHT.kinds[node.kind];
  const dashes = isDashed(node) ? ',stroke-dasharray:5 4' : '';
  return `  classDef ${classOf(node)} fill:${fill},stroke:${stroke},color:${ink}${dashes}`;
};

/** The title is a line of YAML, of which JSON is a part; `<` would begin a tag there too. */
const titleLine = (title: string): string => `title: ${JSON.stringify(title).replaceAll('<', '\\u003c')}`;

/** Takes any value; the document has no final line break. */
export function toMermaid(workflow: unknown): string {
  const { title, subtitle, remarks, nodes, edges } = readPicture(workflow);
  return [
    '---',
    titleLine(title),
    '---',
    'flowchart TD',
    ...[subtitle, ...remarks].filter(Boolean).map((text) => `  %% ${escaped(text)}`),
    ...nodes.map(nodeLine),
    ...edges.map(({ from, to, label }) => `  ${from} -->${label && `|"${escaped(label)}"|`} ${to}`),
    ...new Set(nodes.map(classLine)),
  ].join('\n');
}
