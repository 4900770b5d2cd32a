/** The best variant of each experiment by its clicks, and how certain that is. */
import { valueAt } from '../../../define/json.ts';
import { formatNumber, formatPercent } from '../../../text/number.ts';
import { type Graph, type GraphNode, successors } from '../graph.ts';

interface Tally {
  readonly nodeId: string;
  readonly letter: string;
  readonly sends: number;
  readonly clicks: number;
}

export interface Verdict {
  /** The variant with the highest rate of clicks; undefined if that cannot be said. */
  readonly best: string | undefined;
  readonly sentence: string;
}

/** Below this confidence, a difference is as likely chance as not worth acting on. */
const CONFIDENT = 0.95;
/** The test needs about this many clicks, and sends without a click, for each variant. */
const FEWEST = 5;

function reachableFrom(graph: Graph, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = graph.nodes.get(id);
    if (seen.has(id) || node === undefined) continue;
    seen.add(id);
    for (const next of successors(node)) open.push(next);
  }
  return seen;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** The emails that only contacts of this variant get. Undefined if the metrics of one could not be read. */
function tallyOf(graph: Graph, variant: GraphNode, others: readonly ReadonlySet<string>[]): Tally | undefined {
  let [sends, clicks] = [0, 0];
  for (const id of reachableFrom(graph, variant.id)) {
    const node = graph.nodes.get(id);
    if (node?.typeName !== 'SendEmailAction' || others.some((other) => other.has(id))) continue;
    const [sent, clicked] = [valueAt(node.fields, 'metrics.sends'), valueAt(node.fields, 'metrics.clicks')];
    if (!isCount(sent) || !isCount(clicked) || clicked > sent) return undefined;
    sends += sent;
    clicks += clicked;
  }
  return { nodeId: variant.id, letter: variant.letter ?? variant.id, sends, clicks };
}

/**
 * The probability that a standard normal variable is below x.
 * Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17 (error below 1e-7).
 */
function normalBelow(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * poly;
  return x >= 0 ? 1 - tail : tail;
}

/** 1 minus the two-sided p-value of the two-proportion z-test with a pooled rate. */
export function confidenceOf(one: Pick<Tally, 'sends' | 'clicks'>, other: Pick<Tally, 'sends' | 'clicks'>): number {
  const pooled = (one.clicks + other.clicks) / (one.sends + other.sends);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.sends + 1 / other.sends));
  if (!(error > 0)) return 0;
  const z = Math.abs(one.clicks / one.sends - other.clicks / other.sends) / error;
  return 2 * normalBelow(z) - 1;
}

const rateOf = ({ sends, clicks }: Tally): number => clicks / sends;

const shown = (tally: Tally): string => `${formatPercent(rateOf(tally))} of ${formatNumber(tally.sends)} sends`;

/** Rounded down, and never 100%. */
const formatConfidence = (confidence: number): string =>
  `${Math.min(99.9, Math.floor(confidence * 1000) / 10).toFixed(1)}%`;

function judge(tallies: ReadonlyArray<Tally | undefined>): Verdict {
  const known = tallies.flatMap((tally) => tally ?? []);
  if (known.length < tallies.length) return { best: undefined, sentence: 'Metrics of a variant could not be read.' };
  const isSmall = known.some(({ sends, clicks }) => clicks < FEWEST || sends - clicks < FEWEST);
  if (isSmall) return { best: undefined, sentence: 'Too few sends or clicks to compare the variants.' };
  const [first, second] = [...known].sort((a, b) => rateOf(b) - rateOf(a));
  if (first === undefined || second === undefined) return { best: undefined, sentence: 'There is only one variant.' };
  const confidence = confidenceOf(first, second);
  const compared = `Variant ${first.letter} has the most clicks: ${shown(first)}, then ${second.letter} with ${shown(second)}.`;
  const certainty = `Confidence ${formatConfidence(confidence)} (two-proportion z-test)`;
  const end = confidence >= CONFIDENT ? '.' : ', which is below 95%: the difference may be chance.';
  return { best: first.nodeId, sentence: `${compared} ${certainty}${end}` };
}

/** One verdict per experiment whose emails have metrics, by the ID of its node. */
export function experimentsIn(graph: Graph): ReadonlyMap<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const node of graph.nodes.values()) {
    if (node.typeName !== 'ExperimentBranchNode') continue;
    const variants = [...new Set(node.next)].flatMap((id) => {
      const variant = graph.nodes.get(id);
      return variant?.typeName === 'VariantNode' ? [variant] : [];
    });
    if (variants.length === 0) continue;
    const reached = variants.map(({ id }) => reachableFrom(graph, id));
    const tallies = variants.map((variant, index) =>
      tallyOf(
        graph,
        variant,
        reached.filter((_, other) => other !== index),
      ),
    );
    verdicts.set(node.id, judge(tallies));
  }
  return verdicts;
}
