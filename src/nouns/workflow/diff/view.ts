/** Draws the differences between two workflows. */
import { isRecord } from '../../../define/json.ts';
import type { RecordNames } from '../../../define/names.ts';
import type { Display } from '../../../define/view.ts';
import { hang } from '../../../text/wrap.ts';
import { describeFilter } from '../../conditions.ts';
import { shorten } from '../limits.ts';
import { LOOKS } from '../looks.ts';
import { lookOf, sentenceOf, symbolOf } from '../node-types.ts';
import type { Change, Connection, NodeRef, Side, WorkflowDiff } from './schema.ts';

/** Words for fields whose values are objects. */
const WORDS: Readonly<Record<string, (value: unknown, names: RecordNames) => string>> = {
  audienceFilter: describeFilter,
  contactPropertyQuery: (query) =>
    sentenceOf({ typeName: 'ContactPropertyTrigger', fields: { contactPropertyQuery: query } }),
};

function formatValue(field: string, value: unknown, { names }: Display): string {
  if (value === null || value === undefined) return '(none)';
  const words = isRecord(value) && Object.hasOwn(WORDS, field) ? WORDS[field] : undefined;
  if (words !== undefined) return shorten(words(value, names));
  return shorten(JSON.stringify(names.of(value) ?? value) ?? '(none)');
}

/** Word by word, so that text can be wrapped; a word that may have to be broken has no color. */
const paintWords = (text: string, paint: (word: string) => string): string =>
  text
    .split(' ')
    .map((word) => (word.length <= 40 ? paint(word) : word))
    .join(' ');

function drawChange({ field, from, to }: Change, display: Display): string {
  const { red, green } = display.style;
  const [before, after] = [formatValue(field, from, display), formatValue(field, to, display)];
  return `${field}: ${paintWords(before, red)} → ${paintWords(after, green)}`;
}

const describe = ({ sentence, nodeId }: NodeRef): string => sentence ?? `${nodeId}, which does not exist`;

/** A node with its ID; if it has a different one on each side, with both. */
function drawNode(node: NodeRef, { style }: Display, before?: NodeRef): string {
  const ids = before === undefined || before.nodeId === node.nodeId ? node.nodeId : `${before.nodeId} → ${node.nodeId}`;
  const typeName = node.typeName ?? '';
  const symbol = style[LOOKS[lookOf(typeName)].terminal](symbolOf(typeName));
  return `${symbol} ${describe(node)}  ${style.dim(ids)}`;
}

const drawConnection = ({ from, to }: Connection): string => `${describe(from)} → ${describe(to)}`;

const titleOf = ({ name, source, id }: Side, { style }: Display): string =>
  [style.bold(shorten(name ?? 'Workflow')), style.dim(source === id ? id : source)].join('  ');

export function drawDiff(value: unknown, display: Display): string {
  const { style } = display;
  // The value that `run` returned.
  const { same, from, to, workflow, nodes, connections } = value as WorkflowDiff;
  if (same) return 'No differences.';
  const line = (label: string) => (text: string) => hang(label, text, display);
  const added = line(`${style.green('+')} `);
  const removed = line(`${style.red('-')} `);
  const changed = line(`${style.yellow('~')} `);
  const detail = line('    ');
  const sections: ReadonlyArray<readonly [heading: string, lines: readonly string[]]> = [
    ['Workflow', workflow.map((change) => changed(drawChange(change, display)))],
    [
      'Nodes',
      [
        ...nodes.removed.map((node) => removed(drawNode(node, display))),
        ...nodes.added.map((node) => added(drawNode(node, display))),
        ...nodes.changed.flatMap((node) => [
          changed(drawNode(node.to, display, node.from)),
          ...node.fields.map((change) => detail(drawChange(change, display))),
        ]),
      ],
    ],
    [
      'Connections',
      [
        ...connections.removed.map((connection) => removed(drawConnection(connection))),
        ...connections.added.map((connection) => added(drawConnection(connection))),
        ...connections.reordered.map(({ to: node }) =>
          changed(`${describe(node)}  ${style.dim(node.nodeId)}: outgoing connections reordered`),
        ),
      ],
    ],
  ];
  const blocks = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [style.bold(heading), ...lines].join('\n'));
  const title = `${style.red('-')} ${titleOf(from, display)}\n${style.green('+')} ${titleOf(to, display)}`;
  return [title, ...blocks].join('\n\n');
}
