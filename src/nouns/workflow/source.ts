/** Opens the workflow that an argument names: a live one by its ID, or a saved one from a file or standard input. */
import type { Context } from '../../define/command.ts';
import { isRecord } from '../../define/json.ts';
import { Failure, usage } from '../../errors.ts';
import { isFileName } from '../../runtime/files.ts';
import { parseJsonBytes } from '../../runtime/parse-json.ts';
import { getDetailedWorkflow } from './fetch.ts';
import { type Graph, readGraph } from './graph.ts';
import { requireAnalyzable } from './limits.ts';
import { linesOf } from './lines.ts';
import { getWorkflow } from './operations.ts';

export const FILES_AND_IDS =
  'An argument with a dot or slash is a file saved with `workflow show <id> --json`; `-` is stdin; anything else is an ID or a name.';

export const DETAILS_FLAG = 'fetch all node settings (one request per node)';

/** Standard input can be read once. Throws a `usage` failure if it is named more often. */
export function refuseRepeatedStdin(names: readonly string[]): void {
  if (names.filter((name) => name === '-').length > 1) {
    throw usage('Standard input can be read only once.', 'Pass - once, and the other workflow as a file or an ID.');
  }
}

export interface Opened {
  readonly workflow: unknown;
  /** The line of a node in the saved file. */
  readonly lineOf?: (nodeId: string) => number | undefined;
}

/** Rejects with a `usage` failure that names the file if it is not a saved workflow. */
export async function openSaved(context: Context, path: string): Promise<Opened> {
  const shown = path === '-' ? 'Standard input' : path;
  const hint = 'Save a workflow with `loopsctl workflow show <id> --json`.';
  const bytes = await context.files.read(path);
  const workflow = parseJsonBytes(bytes, shown, hint);
  if (!isRecord(workflow) || !isRecord(workflow['nodes'])) throw usage(`${shown} is not a saved workflow.`, hint);
  const ids = Object.keys(workflow['nodes']);
  let lines: ReadonlyMap<string, number> | undefined;
  const lineOf = (nodeId: string): number | undefined => {
    lines ??= linesOf(bytes.toString('utf8'), ids);
    return lines.get(nodeId);
  };
  return { workflow, ...(path === '-' ? {} : { lineOf }) };
}

/** With `details`, a live workflow has all settings of its nodes. */
export const openWorkflow = async (context: Context, name: string, details: boolean): Promise<Opened> =>
  isFileName(name)
    ? openSaved(context, name)
    : { workflow: await (details ? getDetailedWorkflow(context, name) : context.call(getWorkflow, { id: name })) };

/** The graph of a workflow that is to be judged. Throws a `Failure` if a part of it cannot be read, or if it is too large. */
export function requireGraph(name: string, workflow: unknown): Graph {
  const graph = readGraph(workflow);
  requireAnalyzable(graph);
  const [first, ...others] = graph.problems;
  if (first === undefined) return graph;
  const place = first.nodeId === null ? '' : `node ${first.nodeId}: `;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new Failure('unexpected_response', `${name} could not be checked: ${place}${first.message}${more}.`, {
    hint: 'The workflow API is alpha and may have changed. Check for a newer version of loopsctl.',
  });
}

/** Whether the nodes have all their settings: only the details of a node contain its workflow's ID. */
export const hasDetails = ({ nodes }: Graph): boolean =>
  [...nodes.values()].every(({ fields }) => typeof fields['workflowId'] === 'string');
