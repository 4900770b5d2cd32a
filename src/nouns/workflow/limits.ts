/** The largest workflows that are analyzed and drawn: everything within the limits takes seconds, not minutes. */
import { Failure, usage } from '../../errors.ts';
import { formatCount, formatNumber } from '../../text/number.ts';
import { truncate } from '../../text/wrap.ts';
import type { Graph } from './graph.ts';

interface Limits {
  readonly nodes: number;
  readonly connections: number;
}

const ANALYSIS: Limits = { nodes: 25_000, connections: 100_000 };
/** Layouts take longer than linear time. */
const LAYOUT: Limits = { nodes: 1_500, connections: 5_000 };
/** Characters of all nodes together: a page contains all of them. */
const LAYOUT_TEXT = 32_000_000;

/** Cuts a text before anything measures or wraps it. JSON and `--node` have all of it. */
export const shorten = (text: string, length = 400): string =>
  // The slice is enough to see where the last character ends.
  text.length <= length ? text : truncate(text.slice(0, length + 100), length, (part) => part.length);

function excess(nodes: number, connections: number, limits: Limits): string | undefined {
  if (nodes > limits.nodes) return `${formatCount(nodes, 'node')} (limit: ${formatNumber(limits.nodes)})`;
  return connections > limits.connections
    ? `${formatCount(connections, 'connection')} (limit: ${formatNumber(limits.connections)})`
    : undefined;
}

/** Throws a `Failure` for a workflow that is too large for any analysis or drawing. */
export function requireAnalyzable({ nodes }: Graph): void {
  let connections = 0;
  for (const { next } of nodes.values()) connections += next.length;
  const found = excess(nodes.size, connections, ANALYSIS);
  if (found !== undefined) throw new Failure('unexpected_response', `The workflow is too large: ${found}.`);
}

/** Throws a `usage` failure for a picture that is too large for a layout. */
export function requireLayout(picture: {
  readonly nodes: readonly { readonly fields: unknown }[];
  readonly edges: readonly unknown[];
}): void {
  const hint = 'Use --format tree, mermaid or dot.';
  const found = excess(picture.nodes.length, picture.edges.length, LAYOUT);
  if (found !== undefined) throw usage(`The workflow is too large for svg and html: ${found}.`, hint);
  let text = 0;
  for (const { fields } of picture.nodes) text += JSON.stringify(fields).length;
  if (text > LAYOUT_TEXT) throw usage('The workflow has too much text for svg and html.', hint);
}
