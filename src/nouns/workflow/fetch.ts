/** Fetches what the graph of a workflow lacks: the settings of its nodes, and the metrics and content of its emails. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { isRecord, textOf } from '../../define/json.ts';
import { type ErrorCode, EXIT_CODES, Failure, worstExitCode } from '../../errors.ts';
import { formatCount } from '../../text/number.ts';
import { getWorkflow, getWorkflowNode, getWorkflowNodeMetrics, type Workflow } from './operations.ts';

/** What fetching a workflow, with or without its settings and metrics, calls. */
export const FETCH_CALLS = [getWorkflow, getWorkflowNode, getWorkflowNodeMetrics] as const;

const PARTS = ['details', 'metrics', 'graph', 'email'] as const;
type Part = (typeof PARTS)[number];

const codes = Object.keys(EXIT_CODES) as [ErrorCode, ...ErrorCode[]];

/** A part that could not be fetched, as it appears in the result. */
export const PartError = z.object({
  nodeId: z.string(),
  part: z.enum(PARTS),
  code: z.enum(codes),
  message: z.string(),
});
export type PartError = z.infer<typeof PartError>;

const NAMES: Readonly<Record<Part, string>> = {
  details: 'settings',
  metrics: 'metrics',
  graph: 'neighbors',
  email: 'email',
};

interface Task {
  readonly nodeId: string;
  readonly part: Part;
  readonly fetch: () => Promise<unknown>;
}

interface Fetched {
  readonly values: ReadonlyArray<{ readonly nodeId: string; readonly part: Part; readonly value: unknown }>;
  readonly errors: readonly PartError[];
}

/** Several requests at a time, with progress. Warns once per type of failure. */
export async function fetchParts(context: Context, tasks: readonly Task[]): Promise<Fetched> {
  const outcomes = await context.settle(tasks, ({ fetch }) => fetch(), { partOf: ({ part }) => part });
  const errors: PartError[] = [];
  const values: Fetched['values'][number][] = [];
  for (const { item, failure, value } of outcomes) {
    const { nodeId, part } = item;
    if (failure === undefined) values.push({ nodeId, part, value });
    else errors.push({ nodeId, part, code: failure.code, message: failure.message });
  }
  warn(context, errors);
  return { values, errors };
}

function warn(context: Context, errors: readonly PartError[]): void {
  const groups = new Map<string, PartError[]>();
  for (const error of errors) {
    const key = `${error.part} ${error.message}`;
    groups.set(key, [...(groups.get(key) ?? []), error]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const nodes = group.length === 1 ? `node ${first.nodeId}` : formatCount(group.length, 'node');
    context.warn(`Could not fetch the ${NAMES[first.part]} of ${nodes}: ${first.message}`);
  }
}

const detailsTask = (context: Context, id: string, nodeId: string): Task => ({
  nodeId,
  part: 'details',
  fetch: () => context.call(getWorkflowNode, { id, nodeId }),
});

export const metricsTask = (context: Context, id: string, nodeId: string): Task => ({
  nodeId,
  part: 'metrics',
  fetch: () => context.call(getWorkflowNodeMetrics, { id, nodeId }),
});

export const graphTask = (context: Context, id: string, nodeId: string): Task => ({
  nodeId,
  part: 'graph',
  fetch: () => context.call(getWorkflow, { id }),
});

/** A response without nodes is not a workflow: there is nothing to show or to check. */
async function getNodes(context: Context, id: string) {
  const workflow = await context.call(getWorkflow, { id });
  if (isRecord(workflow) && isRecord(workflow.nodes)) return { workflow, entries: Object.entries(workflow.nodes) };
  throw new Failure('unexpected_response', `The API response for workflow ${id} has no nodes.`);
}

/**
 * A workflow with all settings of its nodes, for commands that judge it. Rejects with the first `Failure`: a partial
 * workflow must not be judged as if it were complete.
 */
export async function getDetailedWorkflow(context: Context, id: string): Promise<Workflow> {
  const { workflow, entries } = await getNodes(context, id);
  const nodes = await context.each(entries, async ([nodeId, simplified]) => {
    const node = await context.call(getWorkflowNode, { id, nodeId });
    return [nodeId, { ...simplified, ...node }] as const;
  });
  return { ...workflow, nodes: Object.fromEntries(nodes) };
}

/** The content of the emails of nodes. */
export interface FetchedEmails {
  readonly byNode: ReadonlyArray<readonly [nodeId: string, email: unknown]>;
  readonly errors: readonly PartError[];
  /** Further fields of the workflow. */
  readonly added: Readonly<Record<string, unknown>>;
}

interface Parts {
  readonly details: boolean;
  readonly metrics: boolean;
  readonly emails?: ((nodes: ReadonlyArray<readonly [string, unknown]>) => Promise<FetchedEmails>) | undefined;
}

/** A workflow to look at: whatever cannot be fetched is warned about and listed under `errors`. */
export async function getWorkflowWith(
  context: Context,
  id: string,
  parts: Parts,
): Promise<Workflow & { errors?: PartError[] }> {
  const { workflow, entries } = await getNodes(context, id);
  if (!parts.details && !parts.metrics && parts.emails === undefined) return workflow;
  const fetched = await fetchParts(
    context,
    entries.flatMap(([nodeId, node]) => [
      ...(parts.details ? [detailsTask(context, id, nodeId)] : []),
      ...(parts.metrics && isRecord(node) && node['typeName'] === 'SendEmailAction'
        ? [metricsTask(context, id, nodeId)]
        : []),
    ]),
  );
  const nodes = new Map<string, Record<string, unknown>>(entries);
  const add = (nodeId: string, fields: object) => nodes.set(nodeId, { ...nodes.get(nodeId), ...fields });
  for (const { nodeId, part, value } of fetched.values) {
    add(nodeId, part === 'metrics' ? { metrics: value } : (value as object));
  }
  // The graph may lack the IDs of email messages, which the settings have.
  const emails = await parts.emails?.([...nodes]);
  for (const [nodeId, emailMessage] of emails?.byNode ?? []) add(nodeId, { emailMessage });
  const errors = [...fetched.errors, ...(emails?.errors ?? [])];
  return {
    ...workflow,
    ...emails?.added,
    ...(entries.length === 0 ? {} : { nodes: Object.fromEntries(nodes) as Workflow['nodes'] }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

const errorsIn = (value: unknown): readonly Record<string, unknown>[] =>
  isRecord(value) && Array.isArray(value['errors']) ? value['errors'].filter(isRecord) : [];

/** The exit code of a result with `errors`. */
export const exitCodeOf = (value: unknown): number => worstExitCode(errorsIn(value).map(({ code }) => ({ code })));

/** Notes for a drawing about the parts that could not be fetched, by node ID. */
export function missingParts(value: unknown): ReadonlyMap<string, readonly string[]> {
  const missing = new Map<string, string[]>();
  for (const { nodeId, part, message } of errorsIn(value)) {
    const name = NAMES[PARTS.find((known) => known === part) ?? 'details'];
    const note = `⚠ no ${name}: ${textOf(message)}`;
    missing.set(textOf(nodeId), [...(missing.get(textOf(nodeId)) ?? []), note]);
  }
  return missing;
}
