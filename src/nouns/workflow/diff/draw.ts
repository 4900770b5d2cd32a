/** What differs between two workflows, for a person: `+` what is new, `-` what is gone, `~` what has changed. */
import type { Paper } from '../../../define/view.ts';
import { hang } from '../../../text/wrap.ts';
import { describeFilter } from '../../conditions.ts';
import { describeNode } from '../words.ts';
import type { Change, Connection, NodeRef, Side, WorkflowDiff } from './shape.ts';

/** Words for the fields whose values are no plain texts. */
const WORDS: Readonly<Record<string, (value: unknown) => string>> = {
  audienceFilter: describeFilter,
  contactPropertyQuery: (query) => describeNode('ContactPropertyTrigger', { contactPropertyQuery: query }).sentence,
};

function tell({ field }: Change, value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  const words = Object.hasOwn(WORDS, field) ? WORDS[field] : undefined;
  return words === undefined ? (JSON.stringify(value) ?? 'nothing') : words(value);
}

const drawChange = (change: Change): string =>
  `${change.field}: ${tell(change, change.from)} → ${tell(change, change.to)}`;

const sentenceOf = ({ sentence, nodeId }: NodeRef): string => sentence ?? `${nodeId}, which does not exist`;

const symbolOf = ({ typeName }: NodeRef): string => describeNode(typeName ?? '', {}).symbol;

/** A node with its ID; where it has two, with both. */
const drawNode = (node: NodeRef, { style }: Paper, before?: NodeRef): string => {
  const ids = before === undefined || before.nodeId === node.nodeId ? node.nodeId : `${before.nodeId} → ${node.nodeId}`;
  return `${symbolOf(node)} ${sentenceOf(node)}  ${style.dim(ids)}`;
};

const drawConnection = ({ from, to }: Connection): string => `${sentenceOf(from)} → ${sentenceOf(to)}`;

const nameOf = ({ name, source, id }: Side, { style }: Paper): string =>
  [style.bold(name ?? 'Workflow'), style.dim(source === id ? id : source)].join('  ');

export function drawDiff(value: unknown, paper: Paper): string {
  const { style } = paper;
  // A view is given the value that `run` has made, its text made visible.
  const { same, from, to, workflow, nodes, connections } = value as WorkflowDiff;
  const title = `${style.red('-')} ${nameOf(from, paper)}\n${style.green('+')} ${nameOf(to, paper)}`;
  if (same) return `${title}\n\nThey are the same.`;
  const line = (label: string) => (text: string) => hang(label, text, paper);
  const added = line(`${style.green('+')} `);
  const removed = line(`${style.red('-')} `);
  const changed = line(`${style.yellow('~')} `);
  const detail = line('    ');
  const sections: ReadonlyArray<readonly [heading: string, lines: readonly string[]]> = [
    ['Workflow', workflow.map((change) => changed(drawChange(change)))],
    [
      'Nodes',
      [
        ...nodes.removed.map((node) => removed(drawNode(node, paper))),
        ...nodes.added.map((node) => added(drawNode(node, paper))),
        ...nodes.changed.flatMap((node) => [
          changed(drawNode(node.to, paper, node.from)),
          ...node.fields.map((change) => detail(drawChange(change))),
        ]),
      ],
    ],
    [
      'Connections',
      [
        ...connections.removed.map((connection) => removed(drawConnection(connection))),
        ...connections.added.map((connection) => added(drawConnection(connection))),
        ...connections.reordered.map((node) =>
          changed(`${sentenceOf(node.to)}  ${style.dim(node.to.nodeId)}: its ways on are in another order`),
        ),
      ],
    ],
  ];
  const blocks = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [style.bold(heading), ...lines].join('\n'));
  return [title, ...blocks].join('\n\n');
}
