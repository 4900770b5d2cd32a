/** Draws a workflow as a tree: from the trigger down, one line per node. */
import { isRecord } from '../../../define/json.ts';
import { quotedName } from '../../../define/names.ts';
import type { Display } from '../../../define/view.ts';
import { drawLines, type TextLine } from '../../../text/columns.ts';
import { formatCount } from '../../../text/number.ts';
import { hang, wrapText } from '../../../text/wrap.ts';
import { formatMetrics, metricsHeading, metricsIn } from '../counters.ts';
import { withEmailsOf } from '../email-names.ts';
import { missingParts } from '../fetch.ts';
import { type Graph, readGraph, type Traversal, traverse } from '../graph.ts';
import { requireAnalyzable, shorten } from '../limits.ts';
import { LOOKS } from '../looks.ts';
import { lookOf, sentenceOf, symbolOf } from '../node-types.ts';
import { type Elapsed, elapsedIn, formatElapsed, formatTotal } from './elapsed.ts';
import { experimentsIn } from './experiments.ts';
import { type LineType, type OutlineLine, outlineOf } from './outline.ts';

/** Indented levels of branches. On a terminal, two thirds of the width are left for words. */
const DEEPEST = 24;
const deepestAt = (width = Number.POSITIVE_INFINITY): number =>
  Math.max(3, Math.min(DEEPEST, Math.floor(width / 10) - 1));

const REFERENCES: Readonly<Record<Exclude<LineType, 'node'>, readonly [symbol: string, words: string]>> = {
  on: ['↪', 'continues at '],
  back: ['↺', 'back to '],
  straight: ['↓', 'straight to '],
  missing: ['✗', 'leads to a node that does not exist'],
  ignored: ['⊘', 'not followed: '],
  end: ['╴', 'ends here'],
};

const plain = (text: string): string => text;

interface Notes {
  readonly elapsed: ReadonlyMap<string, Elapsed>;
  readonly metrics: ReadonlyMap<string, unknown>;
  readonly remarks: ReadonlyMap<string, readonly string[]>;
  /** The best variants of experiments. */
  readonly best: ReadonlySet<string | undefined>;
  readonly sentences: ReadonlyMap<string, string>;
}

/** What could not be fetched or read, by node. */
function remarksOn(workflow: unknown, { problems }: Graph): Notes['remarks'] {
  const remarks = new Map(missingParts(workflow));
  for (const { nodeId, message } of problems) {
    if (nodeId !== null) remarks.set(nodeId, [...(remarks.get(nodeId) ?? []), `⚠ ${message}`]);
  }
  return remarks;
}

function referenceLine(
  { type, lead, rest, node, id }: OutlineLine,
  { sentences }: Notes,
  { style }: Display,
): TextLine {
  const [symbol, words] = REFERENCES[type === 'node' ? 'missing' : type];
  const isMissing = type === 'missing';
  // Written out, because a spread would take most of the time of a drawing with many references.
  return {
    lead,
    rest,
    id,
    symbol,
    aside: '',
    figures: [],
    remarks: [],
    words: words + (node === undefined ? '' : (sentences.get(id) ?? '')),
    paintSymbol: isMissing ? style.red : style.yellow,
    paintWords: isMissing ? style.red : style.dim,
  };
}

function textLine(line: OutlineLine, notes: Notes, display: Display): TextLine {
  const { elapsed, metrics, remarks, best, sentences } = notes;
  const { style } = display;
  const { type, lead, rest, node, id } = line;
  if (type !== 'node' || node === undefined) return referenceLine(line, notes, display);
  const time = elapsed.get(id);
  const isWait = node.typeName === 'TimerAction' && time !== undefined && time.max > 0;
  return {
    lead,
    rest,
    symbol: symbolOf(node.typeName),
    words: sentences.get(id) ?? '',
    aside: isWait ? formatElapsed(time) : best.has(id) ? 'most clicks' : '',
    id,
    figures: metrics.has(id) ? [formatMetrics(metrics.get(id), display.width)] : [],
    remarks: remarks.get(id) ?? [],
    paintSymbol: style[LOOKS[lookOf(node.typeName)].terminal],
    paintWords: plain,
  };
}

const wordsLine = (words: string, paint: (text: string) => string): TextLine => ({
  lead: '',
  rest: '',
  id: '',
  symbol: '',
  aside: '',
  figures: [],
  remarks: [],
  words,
  paintSymbol: plain,
  paintWords: paint,
});

function title(
  workflow: unknown,
  graph: Graph,
  traversal: Traversal,
  total: string | undefined,
  { style, width, widthOf, names }: Display,
): string[] {
  const text = (field: string): string => {
    const value = isRecord(workflow) ? workflow[field] : undefined;
    return typeof value === 'string' ? shorten(value) : '';
  };
  const list = text('mailingListId');
  const emails = traversal.reached.order.filter((id) => graph.nodes.get(id)?.typeName === 'SendEmailAction').length;
  const facts = [
    text('status'),
    list === '' ? '' : `list ${quotedName(list, names)}`,
    formatCount(graph.nodes.size, 'node'),
    emails === 0 ? '' : formatCount(emails, 'email'),
    total ?? '',
  ];
  const name = [text('emoji'), text('name') || 'Workflow'].filter(Boolean).join(' ');
  const dim = [text('description'), facts.filter(Boolean).join(' · ')].filter(Boolean);
  const wrapped = (words: string) => (width === undefined ? [words] : wrapText(words, Math.max(1, width), widthOf));
  return [...wrapped(name).map((line) => style.bold(line)), ...dim.flatMap(wrapped).map((line) => style.dim(line))];
}

/** The title, the tree from the trigger, and the nodes that are not reached. */
export function drawWorkflow(workflow: unknown, shown: Display): string {
  const graph = readGraph(workflow);
  const display = { ...shown, names: withEmailsOf(graph, shown.names) };
  const { style } = display;
  requireAnalyzable(graph);
  const traversal = traverse(graph);
  const { reached, unreached } = outlineOf(graph, traversal, deepestAt(display.width));
  const elapsed = elapsedIn(graph, traversal);
  const metrics = metricsIn(graph);
  const verdicts = metrics.size === 0 ? [] : [...experimentsIn(graph).values()];
  const best = new Set(verdicts.map((verdict) => verdict.best));
  const sentences = new Map([...graph.nodes.values()].map((node) => [node.id, sentenceOf(node, display.names)]));
  const notes: Notes = { elapsed, metrics, remarks: remarksOn(workflow, graph), best, sentences };
  const drawn = (blocks: readonly (readonly OutlineLine[])[]): TextLine[][] =>
    blocks.map((lines) => lines.map((line) => textLine(line, notes, display)));
  const noTrigger = graph.rootId === null ? 'There is no trigger.' : `The trigger ${graph.rootId} does not exist.`;
  const start = reached.length === 0 ? [[wordsLine(noTrigger, style.red)]] : drawn(reached);
  const [first, ...others] = drawn(unreached);
  const rest =
    first === undefined ? [] : [[wordsLine('Not reached from the trigger:', style.yellow), ...first], ...others];
  const heading = notes.metrics.size === 0 ? '' : metricsHeading(display.width);
  const lines = drawLines([...start, ...rest], heading, display, display.widthOf);
  const head = title(workflow, graph, traversal, formatTotal(graph, traversal, elapsed), display);
  const end = verdicts.map(({ sentence }) => hang(style.bold('Experiment  '), sentence, display));
  return [...head, '', ...lines, ...(end.length === 0 ? [] : ['', ...end])].join('\n');
}
