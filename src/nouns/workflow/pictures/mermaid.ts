/** A workflow as a Mermaid flowchart, which GitHub, GitLab and many editors show inside Markdown. */
import { NO_NAMES, type RecordNames } from '../../../define/names.ts';
import { LIGHT, LOOKS } from '../looks.ts';
import { isDashed, type PictureNode, readPicture } from './picture.ts';

/**
 * All ASCII characters that could mean something to Mermaid, Markdown or HTML.
 * Mermaid writes characters by number, `#35;`: https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters
 */
const SPECIAL = /%(?=%)|(?<=%)%|["#$&'*+/:;<=>@[\\\]^_`{|}~]/g;

const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(SPECIAL, (character) => `#${character.charCodeAt(0)};`);

const classOf = ({ look, reached }: PictureNode): string => (reached ? look : `${look}Lost`);

const nodeLine = (node: PictureNode): string => {
  const [open, close] = LOOKS[node.look].mermaid;
  const lines = [`${node.symbol} ${node.sentence}`, ...node.figures].map(escaped);
  return `  ${node.key}${open}"${lines.join('<br>')}"${close}:::${classOf(node)}`;
};

const classLine = (node: PictureNode): string => {
  const [fill, stroke] = LOOKS[node.look].light;
  const dashes = isDashed(node) ? ',stroke-dasharray:5 4' : '';
  return `  classDef ${classOf(node)} fill:${fill},stroke:${stroke},color:${LIGHT.ink}${dashes}`;
};

/** The title is a line of YAML, which includes JSON. `<` would begin a tag. */
const titleLine = (title: string): string => `title: ${JSON.stringify(title).replaceAll('<', '\\u003c')}`;

export function toMermaid(workflow: unknown, names: RecordNames = NO_NAMES): string {
  const { title, subtitle, remarks, nodes, edges } = readPicture(workflow, names);
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
