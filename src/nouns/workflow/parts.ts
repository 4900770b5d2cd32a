/** What the graph of a workflow does not say: the settings of its nodes, and the counters of its emails. */
import * as z from 'zod';
import type { Context } from '../../define/command.ts';
import { isRecord, textOf } from '../../define/json.ts';
import { asFailure, type ErrorCode, EXIT_CODES, type Failure } from '../../errors.ts';
import { getWorkflowNode, getWorkflowNodeMetrics } from './operations.ts';

/** What can be asked about a node besides its place in the graph. */
export type Part = 'details' | 'metrics' | 'graph';

/** What could not be fetched, in the value itself, so that whoever reads it knows that it is not whole. */
export const PartError = z.looseObject({
  nodeId: z.string(),
  part: z.custom<Part>((part) => typeof part === 'string').meta({ known: ['details', 'metrics', 'graph'] }),
  code: z.custom<ErrorCode>((code) => typeof code === 'string'),
  message: z.string(),
});
export type PartError = z.infer<typeof PartError>;

const NAMES: Readonly<Record<Part, string>> = { details: 'settings', metrics: 'counters', graph: 'neighbours' };

/** No part is worth anything after these. */
const FATAL: readonly ErrorCode[] = ['usage', 'interrupted', 'unexpected'];

/**
 * After so many failures of a kind the others are not asked for: they would fail as well, each after its own retries.
 * What is wrong with one node alone (`not_found`, `rejected`, an answer that cannot be read) stops nothing.
 */
const PATIENCE: Partial<Record<ErrorCode, number>> = {
  unauthorized: 1,
  area_disabled: 1,
  rate_limited: 1,
  unavailable: 3,
};

interface Task {
  readonly nodeId: string;
  readonly part: Part;
  readonly fetch: () => Promise<unknown>;
}

/** A value, or the failure that there is instead of it. */
export interface Outcome extends Pick<Task, 'nodeId' | 'part'> {
  readonly value?: unknown;
  readonly failure?: Failure;
}

/** Does all tasks, several at a time, with progress. Rejects only for failures after which nothing else can succeed. */
export async function fetchParts(context: Context, tasks: readonly Task[]): Promise<readonly Outcome[]> {
  const failed = new Map<string, number>();
  const hopeless = new Map<Part, Failure>();
  return context.each(tasks, async ({ nodeId, part, fetch }): Promise<Outcome> => {
    const before = hopeless.get(part);
    if (before !== undefined) return { nodeId, part, failure: before };
    try {
      return { nodeId, part, value: await fetch() };
    } catch (error) {
      const failure = asFailure(error);
      if (FATAL.includes(failure.code)) throw error;
      const kind = `${part} ${failure.code}`;
      const times = (failed.get(kind) ?? 0) + 1;
      failed.set(kind, times);
      if (times >= (PATIENCE[failure.code] ?? Number.POSITIVE_INFINITY)) hopeless.set(part, failure);
      return { nodeId, part, failure };
    }
  });
}

/** The errors of what failed, and a warning for each kind of them. */
export function reportErrors(context: Context, outcomes: readonly Outcome[]): PartError[] {
  const errors = outcomes.flatMap(({ nodeId, part, failure }) =>
    failure === undefined ? [] : [{ nodeId, part, code: failure.code, message: failure.message }],
  );
  const kinds = new Map<string, PartError[]>();
  for (const error of errors) {
    const words = `could not be fetched: ${error.message}`;
    const kind = `${NAMES[error.part]}\n${words}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), error]);
  }
  for (const [kind, same] of kinds) {
    const [name, words] = kind.split('\n');
    context.warn(`The ${name} of ${same.length === 1 ? `node ${same[0]?.nodeId}` : `${same.length} nodes`} ${words}`);
  }
  return errors;
}

const errorsIn = (value: unknown): readonly Record<string, unknown>[] =>
  isRecord(value) && Array.isArray(value['errors']) ? value['errors'].filter(isRecord) : [];

/** The exit code that a value with such errors deserves: that of the worst. */
export const exitCodeOf = (value: unknown): number =>
  errorsIn(value)
    .map(({ code }) =>
      typeof code === 'string' && Object.hasOwn(EXIT_CODES, code) ? EXIT_CODES[code as ErrorCode] : 0,
    )
    .reduce<number>((worst, code) => Math.max(worst, code), 0);

/** What a drawing says of the nodes whose parts could not be fetched, by their IDs. */
export function missingIn(value: unknown): ReadonlyMap<string, readonly string[]> {
  const missing = new Map<string, string[]>();
  for (const { nodeId, part, message } of errorsIn(value)) {
    const name = typeof part === 'string' && Object.hasOwn(NAMES, part) ? NAMES[part as Part] : 'answer';
    const words = `⚠ no ${name}: ${textOf(message)}`;
    missing.set(textOf(nodeId), [...(missing.get(textOf(nodeId)) ?? []), words]);
  }
  return missing;
}

export const detailsTask = (context: Context, id: string, nodeId: string): Task => ({
  nodeId,
  part: 'details',
  fetch: () => context.call(getWorkflowNode, { id, nodeId }),
});

export const metricsTask = (context: Context, id: string, nodeId: string): Task => ({
  nodeId,
  part: 'metrics',
  fetch: () => context.call(getWorkflowNodeMetrics, { id, nodeId }),
});
