/** A workflow as a Mermaid flowchart, which GitHub, GitLab and many editors show inside Markdown. */
import { type Colours, type Kind, LIGHT } from './kinds.ts';
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

const nodeLine = ({ key, kind, symbol, sentence, reached }: PictureNode): string => {
  const [open, close] = SHAPES[kind];
  return `  ${key}${open}"${escaped(`${symbol} ${sentence}`)}"${close}:::${reached ? kind : `${kind}Lost`}`;
};

/** Both are dashed: what is not known or not there, and what is not reached. */
const DASHED: readonly Kind[] = ['unknown', 'missing'];

const classLine = (name: string, { fill, stroke, ink }: Colours, dashed: boolean): string =>
  `  classDef ${name} fill:${fill},stroke:${stroke},color:${ink}${dashed ? ',stroke-dasharray:5 4' : ''}`;

/** The title is a line of YAML, of which JSON is a part; `<` would begin a tag there too. */
const titleLine = (title: string): string => `title: ${JSON.stringify(title).replaceAll('<', '\\u003c')}`;

/** Takes any value; the document has no final line break. */
export function toMermaid(workflow: unknown): string {
  const { title, subtitle, remarks, nodes, edges } = readPicture(workflow);
  const used = new Map(nodes.map(({ kind, reached }) => [reached ? kind : `${kind}Lost`, { kind, reached }]));
  return [
    '---',
    titleLine(title),
    '---',
    'flowchart TD',
    ...[subtitle, ...remarks].filter(Boolean).map((text) => `  %% ${escaped(text)}`),
    ...nodes.map(nodeLine),
    ...edges.map(({ from, to, label }) => `  ${from} -->${label && `|"${escaped(label)}"|`} ${to}`),
    ...[...used].map(([name, { kind, reached }]) =>
      classLine(name, LIGHT.kinds[kind], !reached || DASHED.includes(kind)),
    ),
  ].join('\n');
}
