/** Draws a workflow as a person would on paper: from the trigger down, one line a node. */
import { valueAt } from '../../define/json.ts';
import type { Paper, Style } from '../../define/view.ts';
import { drawLines, type TextLine } from '../../text/columns.ts';
import { tellNumber } from '../../text/number.ts';
import { type Measure, measureFor } from '../../text/width.ts';
import { wrapText } from '../../text/wrap.ts';
import { countersHeading, countersOf, tellCounters } from './counters.ts';
import { type Elapsed, elapsedIn, tellElapsed } from './elapsed.ts';
import type { Flow } from './flow.ts';
import { type Graph, readGraph } from './graph.ts';
import { type LineKind, type Outline, type OutlineLine, outlineOf } from './outline.ts';
import { missingIn } from './parts.ts';
import { reachable, startOf, waysOn } from './traversal.ts';
import { tellDuration } from './waits.ts';
import { describeNode } from './words.ts';

/** Branches inside of branches that are indented: in a pipe, and on a terminal so that two thirds are left for words. */
const DEEPEST = 24;
const deepestOn = (width = Number.POSITIVE_INFINITY): number =>
  Math.max(3, Math.min(DEEPEST, Math.floor(width / 10) - 1));

type Paint = keyof Style;

/** What a kind of node is to a reader; triggers and kinds that are not known are told by their names. */
const COLOURS: ReadonlyMap<string, Paint> = new Map([
  ['SendEmailAction', 'cyan'],
  ['TimerAction', 'yellow'],
  ['AudienceFilter', 'magenta'],
  ['BranchNode', 'magenta'],
  ['ExperimentBranchNode', 'magenta'],
  ['VariantNode', 'magenta'],
  ['ExitAction', 'dim'],
]);
const colourOf = (typeName: string): Paint =>
  COLOURS.get(typeName) ?? (typeName.endsWith('Trigger') ? 'green' : 'yellow');

/** How lines that are not a node's own begin. */
const REFERENCES: Readonly<Record<Exclude<LineKind, 'node'>, readonly [symbol: string, words: string]>> = {
  on: ['↪', 'on to '],
  back: ['↺', 'back to '],
  straight: ['↓', 'straight on to '],
  missing: ['✗', 'leads to a node that does not exist'],
  end: ['╴', 'ends here'],
};

const plain = (text: string): string => text;

/** All that is told about nodes beside their sentences. */
interface Remarks {
  readonly elapsed: ReadonlyMap<string, string>;
  readonly counters: ReadonlyMap<string, unknown>;
  readonly missing: ReadonlyMap<string, readonly string[]>;
}

function textLine(line: OutlineLine, { elapsed, counters, missing }: Remarks, style: Style): TextLine {
  const { kind, lead, rest, node, id } = line;
  const told = node === undefined ? { symbol: '', sentence: '' } : describeNode(node.typeName, node.fields);
  if (kind !== 'node' || node === undefined) {
    const [symbol, words] = REFERENCES[kind === 'node' ? 'missing' : kind];
    const paint = kind === 'missing' ? style.red : style.dim;
    const paintSymbol = kind === 'missing' ? style.red : style.yellow;
    const base = { lead, rest, id, symbol, aside: '', figures: [], remarks: [] };
    return { ...base, words: words + told.sentence, paintSymbol, paintWords: paint };
  }
  const counted = counters.get(id);
  return {
    lead,
    rest,
    symbol: told.symbol,
    words: told.sentence,
    aside: elapsed.get(id) ?? '',
    id,
    figures: counted === undefined ? [] : [tellCounters(counted)],
    remarks: missing.get(id) ?? [],
    paintSymbol: style[colourOf(node.typeName)],
    paintWords: plain,
  };
}

/** When each timer has run down; no other node takes time. */
function elapsedByTimer({ order }: Flow, left: readonly (Elapsed | undefined)[]): ReadonlyMap<string, string> {
  const told = order.flatMap(({ id, typeName }, place): Array<[string, string]> => {
    const elapsed = left[place];
    return elapsed === undefined || elapsed.most === 0 || typeName !== 'TimerAction'
      ? []
      : [[id, tellElapsed(elapsed)]];
  });
  return new Map(told);
}

/** How long it takes from the trigger to where ways end; nothing where that is not known, or nothing waits. */
function tellTotal(graph: Graph, { placeOf }: Flow, left: readonly (Elapsed | undefined)[]): string | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const id of reachable(graph, startOf(graph))) {
    const node = graph.nodes.get(id);
    if (node === undefined || waysOn(node).some((to) => graph.nodes.has(to))) continue;
    const elapsed = left[placeOf.get(id) ?? -1];
    if (elapsed === undefined) return undefined;
    least = Math.min(least, elapsed.least);
    most = Math.max(most, elapsed.most);
  }
  if (most === 0) return undefined;
  if (most === Number.POSITIVE_INFINITY) return `takes ${tellDuration(least)} or longer`;
  return least === most
    ? `takes ${tellDuration(most)}`
    : `takes ${tellDuration(least)} to ${tellDuration(most)}`.replace(/(?<=^takes \d+) days(?= to \d+ days$)/, '');
}

const count = (number: number, noun: string): string => `${tellNumber(number)} ${noun}${number === 1 ? '' : 's'}`;

function title(
  workflow: unknown,
  graph: Graph,
  flow: Flow,
  elapsed: readonly (Elapsed | undefined)[],
  { style, width }: Paper,
  widthOf: Measure,
): string[] {
  const text = (path: string): string => {
    const value = valueAt(workflow, path);
    return typeof value === 'string' ? value : '';
  };
  const emails = flow.order.filter(({ typeName }) => typeName === 'SendEmailAction').length;
  const facts = [
    text('status'),
    count(flow.order.length, 'node'),
    emails === 0 ? '' : count(emails, 'email'),
    tellTotal(graph, flow, elapsed) ?? '',
  ];
  const name = [text('emoji'), text('name') || 'Workflow'].filter(Boolean).join(' ');
  const dim = [text('description'), facts.filter(Boolean).join(' · ')].filter(Boolean);
  const inLines = (words: string) => (width === undefined ? [words] : wrapText(words, Math.max(1, width), widthOf));
  return [...inLines(name).map((line) => style.bold(line)), ...dim.flatMap(inLines).map((line) => style.dim(line))];
}

/** A line of words alone. */
const remark = (words: string, paint: (text: string) => string): TextLine => ({
  lead: '',
  rest: '',
  symbol: '',
  words,
  aside: '',
  id: '',
  figures: [],
  remarks: [],
  paintSymbol: plain,
  paintWords: paint,
});

/** The whole picture. */
export const drawWorkflow = async (workflow: unknown, paper: Paper): Promise<string> =>
  drawTree(workflow, paper, await measureFor(JSON.stringify(workflow) ?? ''));

/** Title, the outline from the trigger, and what the trigger does not reach. */
export function drawTree(workflow: unknown, paper: Paper, widthOf: Measure): string {
  const { style } = paper;
  const graph = readGraph(workflow);
  const outline = outlineOf(graph, deepestOn(paper.width));
  const elapsed = elapsedIn(outline.flow);
  const counters = countersOf(graph);
  const remarks = { elapsed: elapsedByTimer(outline.flow, elapsed), counters, missing: missingIn(workflow) };
  const told = (blocks: Outline['reached']): TextLine[][] =>
    blocks.map((lines) => lines.map((line) => textLine(line, remarks, style)));
  const wrong =
    outline.reached.length > 0
      ? []
      : [
          [
            remark(
              graph.rootId === null ? 'There is no trigger.' : `The trigger ${graph.rootId} does not exist.`,
              style.red,
            ),
          ],
        ];
  const [first, ...others] = told(outline.unreached);
  const lost =
    first === undefined ? [] : [[remark('Not reached from the trigger:', style.yellow), ...first], ...others];
  const heading = counters.size === 0 ? '' : countersHeading();
  const lines = drawLines([...wrong, ...told(outline.reached), ...lost], heading, paper, widthOf);
  return [...title(workflow, graph, outline.flow, elapsed, paper, widthOf), '', ...lines].join('\n');
}
